# Generated from openapi.json by `npm run clients`. Do not edit.
"""The resources of a client."""

from __future__ import annotations

from .._api import Api
from .agents import AgentsResource
from .api_keys import ApiKeysResource
from .channels import ChannelsResource
from .conversations import ConversationsResource
from .events import EventsResource
from .health import HealthResource
from .invitations import InvitationsResource
from .knowledge_sources import CitationsResource, KnowledgeSourcesResource
from .me import MeResource
from .messages import MessagesResource
from .models import ModelsResource
from .password import PasswordResetsResource, PasswordResource
from .second_factor import SecondFactorResource
from .sessions import SessionsResource
from .setup import SetupResource
from .tools import ApprovalLinksResource, ToolCallsResource, ToolsResource
from .usage import UsageResource
from .webhooks import WebhooksResource
from .workspaces import SavedRepliesResource, TeamsResource, ViewsResource, WorkspacesResource


class Resources:
    """The resources of a client."""

    def __init__(self, api: Api) -> None:
        self.agents = AgentsResource(api)
        self.conversations = ConversationsResource(api)
        self.messages = MessagesResource(api)
        self.channels = ChannelsResource(api)
        self.models = ModelsResource(api)
        self.saved_replies = SavedRepliesResource(api)
        self.views = ViewsResource(api)
        self.tools = ToolsResource(api)
        self.tool_calls = ToolCallsResource(api)
        self.approval_links = ApprovalLinksResource(api)
        self.teams = TeamsResource(api)
        self.knowledge_sources = KnowledgeSourcesResource(api)
        self.citations = CitationsResource(api)
        self.api_keys = ApiKeysResource(api)
        self.workspaces = WorkspacesResource(api)
        self.invitations = InvitationsResource(api)
        self.me = MeResource(api)
        self.password_resets = PasswordResetsResource(api)
        self.sessions = SessionsResource(api)
        self.password = PasswordResource(api)
        self.second_factor = SecondFactorResource(api)
        self.setup = SetupResource(api)
        self.usage = UsageResource(api)
        self.events = EventsResource(api)
        self.webhooks = WebhooksResource(api)
        self.health = HealthResource(api)
