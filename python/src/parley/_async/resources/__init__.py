# Generated from openapi.json by `npm run clients`. Do not edit.
"""The resources of a client."""

from __future__ import annotations

from .._api import AsyncApi
from .agents import AsyncAgentsResource
from .api_keys import AsyncApiKeysResource
from .channels import AsyncChannelsResource
from .conversations import AsyncConversationsResource
from .events import AsyncEventsResource
from .health import AsyncHealthResource
from .invitations import AsyncInvitationsResource
from .knowledge_sources import AsyncCitationsResource, AsyncKnowledgeSourcesResource
from .me import AsyncMeResource
from .messages import AsyncMessagesResource
from .models import AsyncModelsResource
from .password import AsyncPasswordResetsResource, AsyncPasswordResource
from .second_factor import AsyncSecondFactorResource
from .sessions import AsyncSessionsResource
from .setup import AsyncSetupResource
from .tools import AsyncApprovalLinksResource, AsyncToolCallsResource, AsyncToolsResource
from .usage import AsyncUsageResource
from .webhooks import AsyncWebhooksResource
from .workspaces import AsyncSavedRepliesResource, AsyncTeamsResource, AsyncViewsResource, AsyncWorkspacesResource


class AsyncResources:
    """The resources of a client."""

    def __init__(self, api: AsyncApi) -> None:
        self.agents = AsyncAgentsResource(api)
        self.conversations = AsyncConversationsResource(api)
        self.messages = AsyncMessagesResource(api)
        self.channels = AsyncChannelsResource(api)
        self.models = AsyncModelsResource(api)
        self.saved_replies = AsyncSavedRepliesResource(api)
        self.views = AsyncViewsResource(api)
        self.tools = AsyncToolsResource(api)
        self.tool_calls = AsyncToolCallsResource(api)
        self.approval_links = AsyncApprovalLinksResource(api)
        self.teams = AsyncTeamsResource(api)
        self.knowledge_sources = AsyncKnowledgeSourcesResource(api)
        self.citations = AsyncCitationsResource(api)
        self.api_keys = AsyncApiKeysResource(api)
        self.workspaces = AsyncWorkspacesResource(api)
        self.invitations = AsyncInvitationsResource(api)
        self.me = AsyncMeResource(api)
        self.password_resets = AsyncPasswordResetsResource(api)
        self.sessions = AsyncSessionsResource(api)
        self.password = AsyncPasswordResource(api)
        self.second_factor = AsyncSecondFactorResource(api)
        self.setup = AsyncSetupResource(api)
        self.usage = AsyncUsageResource(api)
        self.events = AsyncEventsResource(api)
        self.webhooks = AsyncWebhooksResource(api)
        self.health = AsyncHealthResource(api)
