# Generated from openapi.json by `npm run clients`. Do not edit.
"""The values that enumerations have. A result may have others, of a newer service."""

from __future__ import annotations

from typing import Literal


AgentSort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"]

AgentStatus = Literal["active", "inactive"]

AnswerMode = Literal["open", "grounded"]

ApiKeyInactiveReason = Literal["suspended", "removed"]

ApiKeySort = Literal["createdAt", "-createdAt", "lastUsedAt", "-lastUsedAt", "name", "-name"]

ApiKeyStatus = Literal["active", "inactive", "expired", "revoked"]

ApprovalLinkDecisionDecision = Literal["approve", "deny"]

ApprovalLinkState = Literal["waiting", "approved", "denied", "expired"]

Assignment = Literal["round_robin", "least_busy", "manual"]

AttachmentKind = Literal[
    "image",
    "video",
    "audio",
    "voice",
    "file",
    "sticker",
    "location",
    "contact",
    "poll",
    "order",
    "form",
    "dice",
    "message",
    "other",
]

Auth = Literal["none", "workspace", "end_user"]

AvailabilityState = Literal["here", "away"]

ChannelPictureType = Literal["image/png", "image/jpeg", "image/webp"]

ChannelSort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"]

ChannelStatus = Literal["active", "inactive", "error"]

ChannelType = Literal["widget", "page", "telegram", "slack", "discord", "whatsapp", "email", "webhook"]

CheckedCitationReason = Literal["source_gone", "text_gone"]

CheckedCitationStatus = Literal["valid", "moved", "gone"]

ComparedDefinitionState = Literal["approved", "changed", "new", "missing"]

ConnectionSort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt"]

ConversationDeliveriesSort = Literal["createdAt", "-createdAt"]

ConversationEntriesSort = Literal["createdAt", "-createdAt"]

ConversationExportFormat = Literal["jsonl", "csv"]

ConversationLastMessageRole = Literal["user", "assistant", "human"]

ConversationLastMessageStatus = Literal["streaming", "requires_action", "complete", "failed", "cancelled"]

ConversationStatisticsInterval = Literal["day", "week", "month"]

ConversationStatus = Literal["open", "human", "closed"]

ConversationToolResultEventDataStatus = Literal["completed", "failed", "denied", "expired", "unknown"]

Device = Literal["desktop", "tablet", "phone"]

DisabledReason = Literal["manual", "failing", "gone"]

Environment = Literal["development", "production"]

ErrorCode = Literal[
    "bad_request",
    "invalid_json",
    "validation_failed",
    "unknown_parameter",
    "cursor_invalid",
    "read_only_field",
    "code_invalid",
    "missing_api_key",
    "invalid_api_key",
    "expired_api_key",
    "revoked_api_key",
    "session_ended",
    "inactive_api_key",
    "invalid_credentials",
    "second_factor_required",
    "second_factor_invalid",
    "challenge_expired",
    "invalid_signature",
    "invalid_visitor_token",
    "expired_visitor_token",
    "invalid_identity",
    "expired_identity",
    "identity_required",
    "insufficient_scope",
    "not_an_approver",
    "approval_needs_sign_in",
    "insufficient_role",
    "origin_not_allowed",
    "session_required",
    "confirmation_required",
    "visitor_not_allowed",
    "address_not_verified",
    "agent_not_found",
    "workspace_not_found",
    "member_not_found",
    "invitation_not_found",
    "api_key_not_found",
    "session_not_found",
    "second_factor_not_found",
    "conversation_not_found",
    "message_not_found",
    "question_not_found",
    "knowledge_source_not_found",
    "pair_not_found",
    "chunk_not_found",
    "document_not_found",
    "channel_not_found",
    "tool_not_found",
    "team_not_found",
    "tool_connection_not_found",
    "tool_call_not_found",
    "saved_reply_not_found",
    "note_not_found",
    "view_not_found",
    "webhook_not_found",
    "webhook_delivery_not_found",
    "provider_not_found",
    "route_not_found",
    "setup_token_invalid",
    "reset_token_invalid",
    "approval_link_invalid",
    "method_not_allowed",
    "request_timeout",
    "name_conflict",
    "external_id_conflict",
    "already_member",
    "already_verified",
    "api_key_inactive",
    "second_factor_missing",
    "second_factor_demanded",
    "passkey_exists",
    "passkey_limit_reached",
    "saved_reply_limit_reached",
    "note_limit_reached",
    "view_limit_reached",
    "passkeys_unavailable",
    "last_owner",
    "last_workspace",
    "idempotency_in_progress",
    "agent_inactive",
    "channel_inactive",
    "conversation_closed",
    "conversation_busy",
    "conversation_empty",
    "conversation_not_closed",
    "conversation_not_taken_over",
    "conversation_taken_over",
    "message_not_retryable",
    "message_not_rateable",
    "message_not_redeliverable",
    "webhook_redelivery_in_progress",
    "source_in_use",
    "tool_in_use",
    "tool_name_taken",
    "team_name_taken",
    "tool_call_decided",
    "definition_changed",
    "set_by_environment",
    "review_not_waiting",
    "quota_exceeded",
    "cursor_expired",
    "version_conflict",
    "payload_too_large",
    "uri_too_long",
    "unsupported_media_type",
    "idempotency_key_reused",
    "rate_limited",
    "channel_limit_reached",
    "undeliverable",
    "room_account_not_found",
    "too_many_failed_attempts",
    "too_many_concurrent",
    "too_many_mails",
    "headers_too_large",
    "internal_error",
    "provider_error",
    "tool_unreachable",
    "response_schema_mismatch",
    "unavailable",
    "query_timeout",
    "provider_not_configured",
    "mail_not_configured",
    "provider_timeout",
]

EventActorKind = Literal["person", "key", "visitor", "channel", "system", "operator"]

EventExportFormat = Literal["jsonl", "csv"]

EventSort = Literal["createdAt", "-createdAt"]

FailureReason = Literal[
    "context_too_long",
    "unknown_model",
    "content_policy",
    "quota_used_up",
    "bad_request",
    "authentication",
    "rate_limited",
    "unavailable",
    "timeout",
    "invalid_response",
    "schema_mismatch",
    "not_configured",
]

GroundingJudge = Literal["rules", "model"]

InvitationDeliveryState = Literal["waiting", "sent", "failed"]

InvitationSort = Literal["createdAt", "-createdAt", "email", "-email"]

KnowledgeDocumentStatus = Literal["queued", "ready", "skipped", "failed"]

KnowledgeQueryMode = Literal["lexical", "hybrid"]

KnowledgeSourceDraftType = Literal["text", "qa", "documents", "url", "website", "git", "s3", "notion"]

KnowledgeSourceSort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"]

KnowledgeSourceStatus = Literal["queued", "processing", "ready", "failed"]

KnowledgeSourceType = Literal["text", "qa", "file", "documents", "url", "website", "git", "s3", "notion"]

KnowledgeSyncCause = Literal["created", "changed", "requested", "scheduled", "edited"]

KnowledgeSyncOutcome = Literal["running", "ready", "unchanged", "failed", "review", "approved", "rejected"]

MeKind = Literal["key", "session"]

MemberSort = Literal["createdAt", "-createdAt", "name", "-name"]

MessageDeliveryState = Literal["queued", "sent", "delivered", "failed", "unknown"]

MessageDraftRole = Literal["user", "human"]

MessageSort = Literal["createdAt", "-createdAt"]

ModelListEmbeddingState = Literal["works", "fails", "untried"]

ModelProviderKind = Literal["openai", "anthropic", "compatible"]

ModelProviderSource = Literal["none", "environment", "stored"]

ModelSort = Literal["name", "-name"]

PairSort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt"]

Priority = Literal["urgent", "high", "normal", "low"]

QuotaKind = Literal[
    "workspaces",
    "members",
    "invitations",
    "apiKeys",
    "agents",
    "channels",
    "conversations",
    "webhooks",
    "tools",
    "storedBytes",
    "knowledgeSources",
    "knowledgeChunks",
    "knowledgeBytes",
]

Rating = Literal["positive", "negative"]

ResidentKey = Literal["required", "preferred"]

Role = Literal["owner", "admin", "editor", "viewer"]

SavedReplySort = Literal["name", "-name", "createdAt", "-createdAt", "updatedAt", "-updatedAt"]

Scope = Literal["agents:read", "agents:write", "conversations:read", "conversations:write", "workspace:admin"]

SessionMethod = Literal["password", "totp", "passkey", "recovery_code", "invitation", "password_reset", "setup"]

SessionSort = Literal["createdAt", "-createdAt", "lastSeenAt", "-lastSeenAt"]

Sort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt", "lastMessageAt", "-lastMessageAt"]

SuggestionKind = Literal["reply", "summary", "translation"]

SyncInterval = Literal["hourly", "daily", "weekly", "monthly"]

TeamRoomState = Literal["none", "connected", "off", "unconfirmed"]

TeamSort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"]

ToolCallRecordStatus = Literal["waiting", "running", "completed", "failed", "denied", "expired", "unknown"]

ToolCallRecordWaitsFor = Literal["approval", "result"]

ToolCallSort = Literal["createdAt", "-createdAt"]

ToolConnectionState = Literal["none", "connected", "reauth_required"]

ToolDefinitionChangeField = Literal["description", "inputSchema"]

ToolSort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"]

ToolType = Literal["http", "mcp", "client", "builtin"]

UnansweredQuestionSort = Literal["lastAskedAt", "-lastAskedAt", "count", "-count"]

UserConnectionState = Literal["connected", "reauth_required"]

ViewSort = Literal["name", "-name", "createdAt", "-createdAt", "updatedAt", "-updatedAt"]

VisitorSessionChannelFormWhen = Literal["off", "before", "after_first"]

VisitorSessionChannelLanguage = Literal[
    "auto",
    "ar",
    "bn",
    "de",
    "en",
    "es",
    "fr",
    "hi",
    "it",
    "ja",
    "pt",
    "ru",
    "tr",
    "zh",
]

VisitorSessionChannelPosition = Literal["left", "right"]

VisitorSessionChannelThemeMode = Literal["auto", "light", "dark"]

WebhookDeliveriesSort = Literal["createdAt", "-createdAt"]

WebhookDeliveryState = Literal["pending", "succeeded", "failed"]

WebhookSort = Literal["createdAt", "-createdAt"]

WebhookStatus = Literal["enabled", "disabled"]

WorkspaceSort = Literal["createdAt", "-createdAt", "updatedAt", "-updatedAt", "name", "-name"]
