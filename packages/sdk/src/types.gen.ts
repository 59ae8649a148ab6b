// Generated from openapi.json by `npm run clients`. Do not edit.

export interface paths {
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAgents"];
        put?: never;
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgent"];
        put: operations["updateAgent"];
        post?: never;
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putAgent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["duplicateAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/dependents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAgentDependents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAgentConversations"];
        put?: never;
        post: operations["createConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete: operations["deleteUserConversations"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        patch: operations["updateConversation"];
        trace?: never;
    };
    "/api/conversations/{id}/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["submitConversationForm"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markConversationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markAllConversationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["closeConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reopenConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/takeover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["takeOverConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["releaseConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMessages"];
        put?: never;
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}/tool-results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendToolResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["followConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["rateMessage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["followConversationEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["watchConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendTranscript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getConversationStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listChannelTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listChannels"];
        put?: never;
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAllChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getChannel"];
        put: operations["updateChannel"];
        post?: never;
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putChannel"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateChannelSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/channels/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["checkChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setChannelPicture"];
        post?: never;
        delete: operations["deleteChannelPicture"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/visitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createVisitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channels/{id}/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["confirmChannelAddress"];
        put?: never;
        post: operations["receiveChannelEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliverMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listModelProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/providers/{provider}/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setModelProviderKey"];
        post?: never;
        delete: operations["deleteModelProviderKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/providers/{provider}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testModelProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tool-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listToolTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTools"];
        put?: never;
        post: operations["createTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTool"];
        put: operations["updateTool"];
        post?: never;
        delete: operations["deleteTool"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listToolDefinitions"];
        put?: never;
        post: operations["approveToolDefinitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["connectTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getToolConnection"];
        put?: never;
        post?: never;
        delete: operations["disconnectTool"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listToolConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["disconnectToolUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oauth/mcp-client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getToolClientDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tool-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listToolCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tool-calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getToolCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tool-calls/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approveToolCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tool-calls/{id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["denyToolCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approval-links/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["readApprovalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approval-links/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["decideByApprovalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/team-room": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTeamRoom"];
        put: operations["setTeamRoom"];
        post?: never;
        delete: operations["deleteTeamRoom"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/room-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createRoomCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/room-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRoomAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/room-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteRoomAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTeams"];
        put?: never;
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTeam"];
        put: operations["updateTeam"];
        post?: never;
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAvailability"];
        put: operations["setAvailability"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWorkingHours"];
        put: operations["setWorkingHours"];
        post?: never;
        delete: operations["deleteWorkingHours"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKnowledgeSources"];
        put?: never;
        post: operations["createKnowledgeSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["replaceKnowledgeSourceFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKnowledgeSource"];
        put: operations["updateKnowledgeSource"];
        post?: never;
        delete: operations["deleteKnowledgeSource"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putKnowledgeSource"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKnowledgeSourceContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKnowledgeSourceAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["syncKnowledgeSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reviewKnowledgeSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/syncs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKnowledgeSyncs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKnowledgeDocuments"];
        put?: never;
        post: operations["addKnowledgeDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/documents/by-external-id/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["putKnowledgeDocument"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKnowledgeDocument"];
        put: operations["updateKnowledgeDocument"];
        post?: never;
        delete: operations["deleteKnowledgeDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/pairs/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importKnowledgePairs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/pairs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportKnowledgePairs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKnowledgePairs"];
        put?: never;
        post: operations["createKnowledgePair"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/pairs/{pairId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKnowledgePair"];
        put: operations["updateKnowledgePair"];
        post?: never;
        delete: operations["deleteKnowledgePair"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKnowledgeChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/chunks/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateKnowledgeChunk"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["searchAgentKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/hook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKnowledgeSourceHook"];
        put?: never;
        post: operations["rotateKnowledgeSourceHook"];
        delete: operations["deleteKnowledgeSourceHook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge-sources/{id}/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["receiveKnowledgeSourceHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/unanswered-questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUnansweredQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/unanswered-questions/{questionId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["answerUnansweredQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/unanswered-questions/{questionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["dismissUnansweredQuestion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/citations/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyCitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiKeys"];
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApiKey"];
        put: operations["updateApiKey"];
        post?: never;
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWorkspaces"];
        put?: never;
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWorkspace"];
        put: operations["updateWorkspace"];
        post?: never;
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMember"];
        put: operations["updateMember"];
        post?: never;
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/members/{userId}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetMemberPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInvitations"];
        put?: never;
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspaces/{id}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInvitation"];
        put?: never;
        post?: never;
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMe"];
        put: operations["updateMe"];
        post?: never;
        delete: operations["deleteMe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/verification/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPasswordResets"];
        put?: never;
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password-resets/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSession"];
        put?: never;
        post: operations["signIn"];
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSecondFactorSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasskeySession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSignInOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/confirmation/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createConfirmationOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSecondFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startTotp"];
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/api/me/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSetup"];
        put?: never;
        post: operations["completeSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/seal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEventSeal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhook"];
        put: operations["updateWebhook"];
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddedPasskey: {
            passkey: components["schemas"]["Passkey"];
            /** @description Ten recovery codes, never returned again, if this is the first second factor; null otherwise. */
            recoveryCodes: string[] | null;
        };
        Agent: {
            /**
             * @description Agent identifier, assigned by the service.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            _id: string;
            /**
             * @description Agent name.
             * @example Support
             */
            name: string;
            /**
             * @description Agent description; empty unless set.
             * @example Answers questions about orders.
             */
            description: string;
            /**
             * @description System prompt of the agent; empty unless set.
             * @example You are a friendly support agent of a bookshop. Answer briefly.
             */
            systemPrompt: string;
            /**
             * @description Name of the language model used by the agent; the default model of the instance unless set.
             * @example openai/gpt-5-mini
             */
            model: string;
            /**
             * @description Response temperature, range 0 to 1; 0.7 unless set.
             * @example 0.3
             */
            temperature: number;
            /**
             * @description `active` (the default) or `inactive`: an inactive agent can be read and edited, but accepts no message.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description Identifier of the workspace that owns the agent.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Identifiers of the knowledge sources attached to the agent, in the order in which they were set.
             * @example []
             */
            knowledgeSources: string[];
            /**
             * @description Models that answer if `model` fails before its first token, in this order; max 3, each named as `model`, none twice. Empty unless set.
             * @example [
             *       "anthropic/claude-sonnet-4-5"
             *     ]
             */
            fallbackModels: string[];
            /**
             * @description `open` (the default): the agent may answer without its knowledge sources. `grounded`: only what passages of them support is delivered. Other sentences are removed; if none is left, the reply says that it doesn’t know, and the question is kept as unanswered.
             * @enum {string}
             */
            answerMode: "open" | "grounded";
            /**
             * @description Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and names with the passages. `model`: the agent’s own model judges as well, at the cost of one more call; the reply is shown when it has been judged. If the model fails, the rules decide alone.
             * @enum {string}
             */
            groundingJudge: "rules" | "model";
            /**
             * @description True if the agent’s own model orders what its searches find, at the cost of one more call. False unless set.
             * @example false
             */
            rerank: boolean;
            /**
             * @description Its searches find only documents whose metadata, or else that of their source, matches; null for all, which is the default. So one source serves agents of several regions.
             * @example null
             */
            knowledgeFilter: components["schemas"]["KnowledgeFilter"] | null;
            /**
             * @description Tools that the agent can call, in the order in which they were set.
             * @example []
             */
            tools: components["schemas"]["AgentTool"][];
            /**
             * @description Your own ID; null if it has none.
             * @example null
             */
            externalId: string | null;
            /**
             * @description Your own data.
             * @example {
             *       "team": "support"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last accepted update: ISO 8601 UTC with milliseconds. Every update moves it forward.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        AgentChanges: {
            /**
             * @description Agent name: 1 to 200 characters after trimming.
             * @example Support
             */
            name?: string;
            /**
             * @description Agent description: up to 2,000 characters. Empty unless set.
             * @example Answers questions about orders.
             */
            description?: string;
            /**
             * @description System prompt of the agent: up to 100,000 characters. Empty unless set.
             * @example You are a friendly support agent of a bookshop. Answer briefly.
             */
            systemPrompt?: string;
            /**
             * @description Name of the language model, as `provider/name`; `GET /api/models` lists them. A name without a provider is stored with the only provider that has it. The default model of the instance unless set.
             * @example openai/gpt-5-mini
             */
            model?: string;
            /**
             * @description Models that answer if `model` fails before its first token, in this order; max 3, each named as `model`, none twice. Empty unless set.
             * @example [
             *       "anthropic/claude-sonnet-4-5"
             *     ]
             */
            fallbackModels?: string[];
            /**
             * @description Response temperature from 0 to 1; 0.7 unless set at creation.
             * @example 0.3
             */
            temperature?: number;
            /**
             * @description `active` (the default) or `inactive`: an inactive agent can be read and edited, but accepts no message.
             * @enum {string}
             */
            status?: "active" | "inactive";
            /**
             * @description Identifiers of the knowledge sources attached to the agent: max 100, all of its workspace. Empty unless set.
             * @example []
             */
            knowledgeSources?: string[];
            /**
             * @description `open` (the default): the agent may answer without its knowledge sources. `grounded`: only what passages of them support is delivered. Other sentences are removed; if none is left, the reply says that it doesn’t know, and the question is kept as unanswered.
             * @enum {string}
             */
            answerMode?: "open" | "grounded";
            /**
             * @description Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and names with the passages. `model`: the agent’s own model judges as well, at the cost of one more call; the reply is shown when it has been judged. If the model fails, the rules decide alone.
             * @enum {string}
             */
            groundingJudge?: "rules" | "model";
            /**
             * @description True if the agent’s own model orders what its searches find, at the cost of one more call. False unless set.
             * @example false
             */
            rerank?: boolean;
            /**
             * @description Its searches find only documents whose metadata, or else that of their source, matches; null for all, which is the default. So one source serves agents of several regions.
             * @example null
             */
            knowledgeFilter?: components["schemas"]["MetadataFilter"] | null;
            /**
             * @description Tools that the agent can call: max 50, each once, all of its workspace. Empty unless set.
             * @example []
             */
            tools?: components["schemas"]["AgentToolDraft"][];
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "team": "support"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Your own ID; null for none. */
            externalId?: string | null;
            /**
             * @description Agent identifier, assigned by the service. Read-only.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            _id?: string;
            /**
             * @description Identifier of the workspace that owns the agent. Read-only.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace?: string;
            /**
             * @description Time of creation: ISO 8601 UTC with milliseconds. Read-only.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * @description Time of the last accepted update: ISO 8601 UTC with milliseconds. Every update moves it forward. Read-only.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt?: string;
        };
        AgentCopy: {
            /**
             * @description Agent name: 1 to 200 characters after trimming.
             * @example Support
             */
            name?: string;
            /**
             * @description Your own ID: 1 to 200 characters, unique in the workspace.
             * @example cms-4711
             */
            externalId?: string;
        };
        AgentDependents: {
            /**
             * @description Number of channels of the agent.
             * @example 2
             */
            channels: number;
            /**
             * @description Number of conversations with the agent, in every channel.
             * @example 14
             */
            conversations: number;
            /**
             * @description Number of messages in these conversations.
             * @example 120
             */
            messages: number;
        };
        AgentDraft: {
            /**
             * @description Agent name: 1 to 200 characters after trimming.
             * @example Support
             */
            name: string;
            /**
             * @description Agent description: up to 2,000 characters. Empty unless set.
             * @example Answers questions about orders.
             */
            description?: string;
            /**
             * @description System prompt of the agent: up to 100,000 characters. Empty unless set.
             * @example You are a friendly support agent of a bookshop. Answer briefly.
             */
            systemPrompt?: string;
            /**
             * @description Identifier of the workspace. By default the only one that the caller reaches; required if there are several.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId?: string;
            /**
             * @description Name of the language model, as `provider/name`; `GET /api/models` lists them. A name without a provider is stored with the only provider that has it. The default model of the instance unless set.
             * @example openai/gpt-5-mini
             */
            model?: string;
            /**
             * @description Models that answer if `model` fails before its first token, in this order; max 3, each named as `model`, none twice. Empty unless set.
             * @example [
             *       "anthropic/claude-sonnet-4-5"
             *     ]
             */
            fallbackModels?: string[];
            /**
             * @description Response temperature from 0 to 1; 0.7 unless set at creation.
             * @example 0.3
             */
            temperature?: number;
            /**
             * @description Identifiers of the knowledge sources attached to the agent: max 100, all of its workspace. Empty unless set.
             * @example []
             */
            knowledgeSources?: string[];
            /**
             * @description `open` (the default): the agent may answer without its knowledge sources. `grounded`: only what passages of them support is delivered. Other sentences are removed; if none is left, the reply says that it doesn’t know, and the question is kept as unanswered.
             * @enum {string}
             */
            answerMode?: "open" | "grounded";
            /**
             * @description Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and names with the passages. `model`: the agent’s own model judges as well, at the cost of one more call; the reply is shown when it has been judged. If the model fails, the rules decide alone.
             * @enum {string}
             */
            groundingJudge?: "rules" | "model";
            /**
             * @description True if the agent’s own model orders what its searches find, at the cost of one more call. False unless set.
             * @example false
             */
            rerank?: boolean;
            /**
             * @description Its searches find only documents whose metadata, or else that of their source, matches; null for all, which is the default. So one source serves agents of several regions.
             * @example null
             */
            knowledgeFilter?: components["schemas"]["MetadataFilter"] | null;
            /**
             * @description Tools that the agent can call: max 50, each once, all of its workspace. Empty unless set.
             * @example []
             */
            tools?: components["schemas"]["AgentToolDraft"][];
            /**
             * @description Your own ID: 1 to 200 characters, unique in the workspace.
             * @example cms-4711
             */
            externalId?: string;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "team": "support"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        AgentTool: {
            /**
             * @description Identifier of a tool of the agent’s workspace.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            id: string;
            /**
             * @description True if each call of the tool waits until a person approves it.
             * @example true
             */
            requiresApproval: boolean;
        };
        AgentToolDraft: {
            /**
             * @description Identifier of a tool of the agent’s workspace.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            id: string;
            /**
             * @description True if each call of the tool waits until a person approves it. False unless set.
             * @example true
             */
            requiresApproval?: boolean;
        };
        AgentUpsert: {
            /**
             * @description Agent name: 1 to 200 characters after trimming.
             * @example Support
             */
            name?: string;
            /**
             * @description Agent description: up to 2,000 characters. Empty unless set.
             * @example Answers questions about orders.
             */
            description?: string;
            /**
             * @description System prompt of the agent: up to 100,000 characters. Empty unless set.
             * @example You are a friendly support agent of a bookshop. Answer briefly.
             */
            systemPrompt?: string;
            /**
             * @description Name of the language model, as `provider/name`; `GET /api/models` lists them. A name without a provider is stored with the only provider that has it. The default model of the instance unless set.
             * @example openai/gpt-5-mini
             */
            model?: string;
            /**
             * @description Models that answer if `model` fails before its first token, in this order; max 3, each named as `model`, none twice. Empty unless set.
             * @example [
             *       "anthropic/claude-sonnet-4-5"
             *     ]
             */
            fallbackModels?: string[];
            /**
             * @description Response temperature from 0 to 1; 0.7 unless set at creation.
             * @example 0.3
             */
            temperature?: number;
            /**
             * @description `active` (the default) or `inactive`: an inactive agent can be read and edited, but accepts no message.
             * @enum {string}
             */
            status?: "active" | "inactive";
            /**
             * @description Identifiers of the knowledge sources attached to the agent: max 100, all of its workspace. Empty unless set.
             * @example []
             */
            knowledgeSources?: string[];
            /**
             * @description `open` (the default): the agent may answer without its knowledge sources. `grounded`: only what passages of them support is delivered. Other sentences are removed; if none is left, the reply says that it doesn’t know, and the question is kept as unanswered.
             * @enum {string}
             */
            answerMode?: "open" | "grounded";
            /**
             * @description Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and names with the passages. `model`: the agent’s own model judges as well, at the cost of one more call; the reply is shown when it has been judged. If the model fails, the rules decide alone.
             * @enum {string}
             */
            groundingJudge?: "rules" | "model";
            /**
             * @description True if the agent’s own model orders what its searches find, at the cost of one more call. False unless set.
             * @example false
             */
            rerank?: boolean;
            /**
             * @description Its searches find only documents whose metadata, or else that of their source, matches; null for all, which is the default. So one source serves agents of several regions.
             * @example null
             */
            knowledgeFilter?: components["schemas"]["MetadataFilter"] | null;
            /**
             * @description Tools that the agent can call: max 50, each once, all of its workspace. Empty unless set.
             * @example []
             */
            tools?: components["schemas"]["AgentToolDraft"][];
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "team": "support"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        AllConversationsRead: {
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * Format: date-time
             * @description Time up to which the messages of all its conversations are read: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            readUntil: string;
        };
        AllConversationsReadDraft: {
            /**
             * @description Identifier of the workspace whose conversations are read.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId: string;
        };
        AnsweredQuestion: {
            /**
             * @description Identifier of the `qa` source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description Identifier of the new pair.
             * @example pair_01kg9vmz91fd3s6v8k0q2h5jax
             */
            pair: string;
        };
        ApiKey: {
            /**
             * @description API key identifier, assigned by the service; not the key.
             * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
             */
            _id: string;
            /**
             * @description Name of the key.
             * @example Nightly export
             */
            name: string;
            /**
             * @description The prefix of every key.
             * @example parley_
             */
            prefix: string;
            /**
             * @description The last four characters of the key.
             * @example x0Zq
             */
            lastFour: string;
            /**
             * @description Scopes of the key; its user’s role must allow them, too.
             * @example [
             *       "agents:read",
             *       "conversations:read"
             *     ]
             */
            scopes: ("agents:read" | "agents:write" | "conversations:read" | "conversations:write" | "workspace:admin")[];
            /**
             * @description Label of the key; both environments have the same rights.
             * @example production
             * @enum {string}
             */
            environment: "development" | "production";
            /**
             * @description Identifier of the only workspace that the key reaches; null for every workspace of its user in the account.
             * @example null
             */
            workspace: string | null;
            /**
             * @description `active`, `inactive`, `expired` or `revoked`; only an active key is accepted.
             * @enum {string}
             */
            status: "active" | "inactive" | "expired" | "revoked";
            /**
             * @description Why the key is inactive: its user is `suspended`, or was `removed` from all that the key reaches. The key works again once that ends; null if it is not inactive.
             * @example null
             */
            inactiveReason: ("suspended" | "removed") | null;
            /** @description The user whose role the key has. */
            user: {
                /**
                 * @description User identifier.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                _id: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description Email address of the user, in lower case.
                 * @example ada@example.com
                 */
                email: string;
            };
            /**
             * @description Identifier of the key that this one replaces; null if it replaces none.
             * @example null
             */
            rotatedFrom: string | null;
            /**
             * @description Identifier of the key that replaced this one, the latest if there were several; null if the key was not rotated.
             * @example null
             */
            replacedBy: string | null;
            /**
             * @description Time at which a rotated key stops or stopped working: ISO 8601 UTC with milliseconds; null if the key was not rotated.
             * @example null
             */
            validUntil: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Time at which the key expires: ISO 8601 UTC with milliseconds; null if it never does. */
            expiresAt: string | null;
            /** @description Time of the last request with the key: ISO 8601 UTC with milliseconds, late by up to a minute; null if it was never used. */
            lastUsedAt: string | null;
            /**
             * @description Time of the revocation: ISO 8601 UTC with milliseconds; null if the key is not revoked.
             * @example null
             */
            revokedAt: string | null;
        };
        ApiKeyChanges: {
            /**
             * @description Name of the key: 1 to 100 characters after trimming.
             * @example Nightly export
             */
            name?: string;
            /**
             * @description The scopes that the key keeps: some of those that it has, at least one.
             * @example [
             *       "agents:read",
             *       "conversations:read"
             *     ]
             */
            scopes?: ("agents:read" | "agents:write" | "conversations:read" | "conversations:write" | "workspace:admin")[];
        };
        ApiKeyDraft: {
            /**
             * @description Name of the key: 1 to 100 characters after trimming.
             * @example Nightly export
             */
            name: string;
            /**
             * @description Scopes of the key: at least one, and none that your role does not allow.
             * @example [
             *       "agents:read",
             *       "conversations:read"
             *     ]
             */
            scopes: ("agents:read" | "agents:write" | "conversations:read" | "conversations:write" | "workspace:admin")[];
            /**
             * @description Label of the key; `production` by default.
             * @example production
             * @enum {string}
             */
            environment?: "development" | "production";
            /**
             * @description Identifier of the only workspace that the key reaches; absent for each of yours in your account.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId?: string;
            /**
             * @description Lifetime in days: 30, 90 or 365; null or absent if the key never expires.
             * @example 90
             */
            expiresInDays?: (30 | 90 | 365) | null;
        };
        ApiKeyRotation: {
            /**
             * @description Hours that the old key stays valid: 0 to 168, 24 by default.
             * @default 24
             * @example 24
             */
            overlapHours?: number;
        };
        ApprovalLink: {
            /**
             * @description Name by which the model called the tool.
             * @example refund_order
             */
            toolName: string;
            /**
             * @description Name of the agent that wants to call it.
             * @example Support
             */
            agentName: string;
            /**
             * @description Name of the workspace.
             * @example Acme
             */
            workspaceName: string;
            /**
             * @description Arguments of the call: exactly what runs.
             * @example {
             *       "orderId": "10-4432"
             *     }
             */
            arguments: {
                [key: string]: unknown;
            };
            /**
             * @description Email address of the user, in lower case.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description `waiting` for a decision, `approved`, `denied`, or `expired` without a decision.
             * @enum {string}
             */
            state: "waiting" | "approved" | "denied" | "expired";
            /**
             * Format: date-time
             * @description Time at which the call and the link expire: ISO 8601 UTC with milliseconds.
             * @example 2026-02-07T09:30:00.000Z
             */
            deadline: string;
            /**
             * @description Name or email of the user who decided; null without a decision.
             * @example null
             */
            decidedBy: string | null;
            /**
             * @description Time of the decision: ISO 8601 UTC with milliseconds; null without one.
             * @example null
             */
            decidedAt: string | null;
        };
        ApprovalLinkDecision: {
            /**
             * @description The token in the link: what follows `#token=`.
             * @example example-token-not-real
             */
            token: string;
            /**
             * @description The decision, which is final.
             * @enum {string}
             */
            decision: "approve" | "deny";
            /**
             * @description Reason of the decision: up to 1,000 characters. The model reads that of a denial.
             * @example Within our policy.
             */
            reason?: string;
        };
        ApprovalLinkToken: {
            /**
             * @description The token in the link: what follows `#token=`.
             * @example example-token-not-real
             */
            token: string;
        };
        /** @description A tool call waits for the approval of a person. Visitors don’t get it. */
        ApprovalRequestedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "approval.requested";
            data: {
                /**
                 * @description Identifier of the call: up to 64 characters, unique in its message.
                 * @example call_1
                 */
                callId: string;
                /**
                 * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
                 * @example find_parcel
                 */
                name: string;
                /**
                 * @description Identifier of the call, for `POST /api/tool-calls/{id}/approve` or `…/deny`.
                 * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
                 */
                toolCall: string;
                /**
                 * Format: date-time
                 * @description When the call is denied unless a person has decided: RFC 3339, UTC.
                 * @example 2026-01-31T09:30:02.450Z
                 */
                deadline: string;
            };
        };
        ApprovalRequestedPart: {
            /**
             * @description A call waits for the approval of a person.
             * @enum {string}
             */
            type: "approval-requested";
            /**
             * @description Identifier of the call: up to 64 characters, unique in its message.
             * @example call_1
             */
            callId: string;
            /**
             * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
             * @example find_parcel
             */
            name: string;
            /**
             * @description Identifier of the call, for `POST /api/tool-calls/{id}/approve` or `…/deny`.
             * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
             */
            toolCall: string;
            /**
             * Format: date-time
             * @description When the call is denied unless a person has decided: RFC 3339, UTC.
             * @example 2026-01-31T09:30:02.450Z
             */
            deadline: string;
        };
        Availability: {
            /**
             * @description User identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description Display name of the user.
             * @example Ada Lovelace
             */
            name: string;
            /**
             * @description `here`, or `away`: then teams give the person no conversations. `away` until first set.
             * @example here
             * @enum {string}
             */
            state: "here" | "away";
            /** @description Time from which the person has the state: ISO 8601 UTC with milliseconds; null if it was never set. */
            since: string | null;
        };
        AvailabilityDraft: {
            /**
             * @description `here`, or `away`: then teams give the person no conversations. `away` until first set.
             * @example here
             * @enum {string}
             */
            state: "here" | "away";
        };
        AvailabilityList: {
            /** @description By name; up to 1,000. */
            items: components["schemas"]["Availability"][];
        };
        Channel: {
            /**
             * @description Channel identifier.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            _id: string;
            /**
             * @description Identifier of its agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Kind of channel; `GET /api/channel-types` describes each.
             * @enum {string}
             */
            type: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
            /**
             * @description Name of the channel.
             * @example Shop
             */
            name: string;
            /**
             * @description `active` (the default), `inactive` (it accepts nothing) or `error`, which the service sets if messages can’t be delivered, and clears with the next that can.
             * @enum {string}
             */
            status: "active" | "inactive" | "error";
            /**
             * @description Settings of its kind, without secrets.
             * @example {
             *       "greeting": "Hello! How can we help?",
             *       "allowedOrigins": [
             *         "https://example.com"
             *       ]
             *     }
             */
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description Text for visitors while the agent is inactive: up to 2,000 characters; null for no text.
             * @example null
             */
            offlineMessage: string | null;
            /** @description Limits for visitors, and the text beyond them. */
            limits: {
                /**
                 * @description Max messages by a visitor and day (UTC): 1 to 1,000,000; null for any number. 100 unless set.
                 * @example null
                 */
                visitorMessagesPerDay: number | null;
                /**
                 * @description Max messages by all visitors of the channel and day (UTC): 1 to 1,000,000; null for any number. 2,000 unless set.
                 * @example null
                 */
                messagesPerDay: number | null;
                /**
                 * @description How much of `messagesPerDay` the visitors at one address (an IPv4 address or a /64 of IPv6) may use, in percent: 1 to 100; those of one /48 five times as much. 10 unless set. Of a widget or page.
                 * @example 10
                 */
                addressPercent: number;
                /**
                 * @description Max characters of a message: 1 to 100,000. A widget or page refuses a longer one; of a longer one from a messenger the model reads the beginning and the end. 4,000 unless set.
                 * @example 4000
                 */
                messageLength: number;
                /**
                 * @description Max tokens of earlier messages that the model reads with a message, as estimated: 0 to 1,000,000; null for as many as fit into its context. 8,000 unless set.
                 * @example null
                 */
                historyTokens: number | null;
                /**
                 * @description Text for visitors when a limit is reached: up to 500 characters; null for a sentence of the service.
                 * @example null
                 */
                message: string | null;
            };
            urls: components["schemas"]["ChannelUrls"];
            /**
             * @description Picture of a widget or page; null if it has none.
             * @example null
             */
            picture: components["schemas"]["ChannelPicture"] | null;
            /**
             * @description Your own ID; null if it has none.
             * @example null
             */
            externalId: string | null;
            /**
             * @description Your own data.
             * @example {
             *       "shop": "eu"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Time of the last message that came in: ISO 8601 UTC with milliseconds; null before the first.
             * @example null
             */
            lastEventAt: string | null;
            /**
             * @description Why messages can’t be delivered; null if they can.
             * @example null
             */
            lastError: components["schemas"]["ChannelProblem"] | null;
            /**
             * @description Time at which its platform was asked last whether all is well: ISO 8601 UTC with milliseconds; null if it has none, or before the first time.
             * @example null
             */
            lastCheckedAt: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        ChannelChanges: {
            /**
             * @description Name of the channel: 1 to 80 characters after trimming. That of its kind unless set.
             * @example Shop
             */
            name?: string;
            /**
             * @description `active` or `inactive`; `error` only as the service has set it.
             * @enum {string}
             */
            status?: "active" | "inactive" | "error";
            /**
             * @description Settings to replace; absent ones stay unchanged. A secret must be given again if it would go to another server.
             * @example {
             *       "greeting": "Hello! How can we help?",
             *       "allowedOrigins": [
             *         "https://example.com"
             *       ]
             *     }
             */
            settings?: {
                [key: string]: unknown;
            };
            /**
             * @description Text for visitors while the agent is inactive: up to 2,000 characters; null for no text.
             * @example null
             */
            offlineMessage?: string | null;
            limits?: components["schemas"]["ChannelLimitChanges"];
            /** @description Your own ID; null for none. */
            externalId?: string | null;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "shop": "eu"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Channel identifier. Read-only.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            _id?: string;
            /**
             * @description Identifier of its agent. Read-only.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent?: string;
            /**
             * @description Identifier of its workspace. Read-only.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace?: string;
            /**
             * @description Kind of channel; `GET /api/channel-types` describes each. Read-only.
             * @enum {string}
             */
            type?: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
            urls?: components["schemas"]["EchoedChannelUrls"];
            /**
             * @description Picture of a widget or page; null if it has none. Read-only.
             * @example null
             */
            picture?: components["schemas"]["EchoedChannelPicture"] | null;
            /**
             * @description Time of the last message that came in: ISO 8601 UTC with milliseconds; null before the first. Read-only.
             * @example null
             */
            lastEventAt?: string | null;
            /**
             * @description Why messages can’t be delivered; null if they can. Read-only.
             * @example null
             */
            lastError?: components["schemas"]["EchoedChannelProblem"] | null;
            /**
             * @description Time at which its platform was asked last whether all is well: ISO 8601 UTC with milliseconds; null if it has none, or before the first time. Read-only.
             * @example null
             */
            lastCheckedAt?: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds. Read-only.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds. Read-only.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt?: string;
        };
        ChannelCheck: {
            /**
             * @description Kind of channel.
             * @example webhook
             * @enum {string}
             */
            type: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
            /**
             * @description Settings of its kind; what is absent has the kind’s default, or that of `channel`.
             * @example {
             *       "url": "https://example.com/parley"
             *     }
             */
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description Identifier of a channel of the same type whose settings these would replace. Its secrets are taken, unless they would go to another server: then they must be given.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel?: string;
        };
        ChannelDependents: {
            /**
             * @description Number of its conversations.
             * @example 14
             */
            conversations: number;
            /**
             * @description Number of messages in them.
             * @example 120
             */
            messages: number;
        };
        ChannelDraft: {
            /**
             * @description Kind of channel; `GET /api/channel-types` describes each.
             * @enum {string}
             */
            type: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
            /**
             * @description Name of the channel: 1 to 80 characters after trimming. That of its kind unless set.
             * @example Shop
             */
            name?: string;
            /**
             * @description `active` (the default) or `inactive`.
             * @enum {string}
             */
            status?: "active" | "inactive";
            /**
             * @description Settings of its kind; what is absent has the kind’s default.
             * @example {
             *       "greeting": "Hello! How can we help?",
             *       "allowedOrigins": [
             *         "https://example.com"
             *       ]
             *     }
             */
            settings?: {
                [key: string]: unknown;
            };
            /**
             * @description Text for visitors while the agent is inactive: up to 2,000 characters; null for no text.
             * @example null
             */
            offlineMessage?: string | null;
            limits?: components["schemas"]["ChannelLimitChanges"];
            /**
             * @description Your own ID: 1 to 200 characters, unique in the workspace.
             * @example cms-4711
             */
            externalId?: string;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "shop": "eu"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        ChannelEventReceived: {
            /**
             * @description The event is stored, now or by an earlier request.
             * @enum {boolean}
             */
            received: true;
        };
        ChannelKind: {
            /**
             * @description The `type` of its channels.
             * @enum {string}
             */
            type: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
            /**
             * @description Name of the kind.
             * @example Website widget
             */
            title: string;
            /**
             * @description Purpose of the kind.
             * @example A chat in the corner of your site, added by one line of HTML.
             */
            description: string;
            /**
             * @description JSON Schema of its settings, with titles, descriptions and defaults; a field with `writeOnly` is secret, and must be given again after a change of one that its `x-goes-to` names.
             * @example {
             *       "type": "object",
             *       "properties": {},
             *       "additionalProperties": false
             *     }
             */
            settings: {
                [key: string]: unknown;
            };
            /** @description Use of its secret: `identity` (signs tokens of verified visitors), `signature` (signs requests) or `verification` (shows that requests are those of the platform); null if it has none. */
            secret: string | null;
            /**
             * @description Names of the addresses of its channels.
             * @example [
             *       "script",
             *       "page"
             *     ]
             */
            urls: string[];
            /**
             * @description True if `POST /api/agents/{id}/channels/check` asks the platform about settings.
             * @example true
             */
            isTried: boolean;
            /**
             * @description Recipient of a test message (`to` of a test); null if no test message can be sent.
             * @example null
             */
            recipient: components["schemas"]["ChannelRecipient"] | null;
            /**
             * @description Steps to connect it, in order. `{page}`, `{script}`, `{inbound}` and `{channel}` stand for the addresses and the identifier of the channel.
             * @example [
             *       "Share this link: {page}"
             *     ]
             */
            steps: string[];
        };
        /**
         * @description Limits for visitors, and the text beyond them; absent fields stay unchanged.
         * @example {
         *       "visitorMessagesPerDay": 50
         *     }
         */
        ChannelLimitChanges: {
            /**
             * @description Max messages by a visitor and day (UTC): 1 to 1,000,000; null for any number. 100 unless set.
             * @example null
             */
            visitorMessagesPerDay?: number | null;
            /**
             * @description Max messages by all visitors of the channel and day (UTC): 1 to 1,000,000; null for any number. 2,000 unless set.
             * @example null
             */
            messagesPerDay?: number | null;
            /**
             * @description How much of `messagesPerDay` the visitors at one address (an IPv4 address or a /64 of IPv6) may use, in percent: 1 to 100; those of one /48 five times as much. 10 unless set. Of a widget or page.
             * @example 10
             */
            addressPercent?: number;
            /**
             * @description Max characters of a message: 1 to 100,000. A widget or page refuses a longer one; of a longer one from a messenger the model reads the beginning and the end. 4,000 unless set.
             * @example 4000
             */
            messageLength?: number;
            /**
             * @description Max tokens of earlier messages that the model reads with a message, as estimated: 0 to 1,000,000; null for as many as fit into its context. 8,000 unless set.
             * @example null
             */
            historyTokens?: number | null;
            /**
             * @description Text for visitors when a limit is reached: up to 500 characters; null for a sentence of the service.
             * @example null
             */
            message?: string | null;
        };
        ChannelPicture: {
            /**
             * @description Its public address, another one for each picture. The one before is gone at once.
             * @example https://parley.example.com/chat/channel_01kg9vq40efm2s7x9r1c3k5z8w/picture-9f86d081884c7d659a2feaa0c55ad015
             */
            url: string;
            /**
             * @description Media type, as its bytes are.
             * @example image/png
             * @enum {string}
             */
            type: "image/png" | "image/jpeg" | "image/webp";
            /**
             * @description Width in pixels.
             * @example 256
             */
            width: number;
            /**
             * @description Height in pixels.
             * @example 256
             */
            height: number;
            /**
             * @description Size in bytes.
             * @example 18204
             */
            bytes: number;
        };
        ChannelProblem: {
            /**
             * @description Stable code of the problem.
             * @example unreachable
             */
            code: string;
            /**
             * @description Description of the problem.
             * @example example.com refused the connection.
             */
            message: string;
            /**
             * Format: date-time
             * @description Time of the problem: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
        };
        ChannelRecipient: {
            /**
             * @description Name of the identifier.
             * @example Chat ID
             */
            title: string;
            /**
             * @description Says how to find the identifier.
             * @example Shown by @userinfobot.
             */
            description: string;
        };
        ChannelRotation: {
            /**
             * @description Hours for which the old secret stays valid: 0 to 168. 24 unless set.
             * @example 24
             */
            overlapHours?: number;
        };
        ChannelTest: {
            /**
             * @description True if every check passed.
             * @example true
             */
            ok: boolean;
            /** @description The checks, in order. */
            checks: {
                /**
                 * @description Stable name of the check.
                 * @example agent_active
                 */
                name: string;
                /**
                 * @description True if it passed.
                 * @example true
                 */
                ok: boolean;
                /**
                 * @description Result in a sentence.
                 * @example The agent is active.
                 */
                message: string;
            }[];
        };
        ChannelTestDraft: {
            /**
             * @description Recipient of a test message, as `recipient` of the kind of channel says; absent for no message. Only for kinds with a `recipient`.
             * @example 123456789
             */
            to?: string;
        };
        ChannelTypeList: {
            /** @description Every kind that this version has. */
            items: components["schemas"]["ChannelKind"][];
        };
        ChannelUpsert: {
            /**
             * @description Identifier of its agent: required for a new channel; that of an existing one stays.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent?: string;
            /**
             * @description Kind of channel: required for a new one; that of an existing one stays.
             * @enum {string}
             */
            type?: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
            /**
             * @description Name of the channel: 1 to 80 characters after trimming. That of its kind unless set.
             * @example Shop
             */
            name?: string;
            /**
             * @description `active` (the default) or `inactive`.
             * @enum {string}
             */
            status?: "active" | "inactive";
            /**
             * @description Settings of its kind; what is absent has the kind’s default.
             * @example {
             *       "greeting": "Hello! How can we help?",
             *       "allowedOrigins": [
             *         "https://example.com"
             *       ]
             *     }
             */
            settings?: {
                [key: string]: unknown;
            };
            /**
             * @description Text for visitors while the agent is inactive: up to 2,000 characters; null for no text.
             * @example null
             */
            offlineMessage?: string | null;
            limits?: components["schemas"]["ChannelLimitChanges"];
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "shop": "eu"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description The addresses of the channel. */
        ChannelUrls: {
            /**
             * @description Address of its chat page; of a widget or page.
             * @example https://parley.example.com/chat/channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            page?: string;
            /**
             * @description Address of the widget’s script; of a widget.
             * @example https://parley.example.com/widget.js
             */
            script?: string;
            /**
             * @description Address that accepts messages; of a webhook.
             * @example https://parley.example.com/api/channels/channel_01kg9vq40efm2s7x9r1c3k5z8w/inbound
             */
            inbound?: string;
        };
        ChatDraft: {
            /**
             * @description Text of the message: 1 to 100,000 characters, not all of them white space. Required unless `message` is given.
             * @example Where is my parcel? My order is 10-4432.
             */
            content?: string;
            /**
             * @description The same as `content`, under another name. If both are given, they must be equal.
             * @example Where is my parcel? My order is 10-4432.
             */
            message?: string;
            /**
             * @description Identifier of the conversation to continue; absent to create a conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversationId?: string;
            /**
             * @description Your ID for the end user: 1 to 200 characters. Only for a new conversation; none unless set.
             * @example customer-42
             */
            userId?: string;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "orderId": "10-4432"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description True for a trial, as in the playground of the dashboard: the statistics count it apart. False unless set; a visitor can’t set it.
             * @example false
             */
            playground?: boolean;
            /**
             * @description Answers to the form of the channel, by the keys of its fields: texts, and true or false for checkboxes. Only from a visitor.
             * @example {
             *       "email": "ada@example.com"
             *     }
             */
            form?: {
                [key: string]: string | boolean;
            };
            context?: components["schemas"]["PageContext"];
            settings?: components["schemas"]["TrialSettings"];
            /**
             * @description A JSON Schema with `type: object`: the `content` of the reply is then JSON that is valid against it. Draft 7 or 2020-12, at most 32 KiB and 32 levels deep, `$ref` only within it. Not for an agent whose `answerMode` is `grounded`. Any text unless set.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "mood": {
             *           "type": "string",
             *           "enum": [
             *             "happy",
             *             "angry"
             *           ]
             *         },
             *         "urgent": {
             *           "type": "boolean"
             *         }
             *       },
             *       "required": [
             *         "mood",
             *         "urgent"
             *       ]
             *     }
             */
            responseSchema?: {
                [key: string]: unknown;
            };
            /**
             * @description Your ID for the message: 1 to 200 characters, unique in its conversation. A repeat in the same conversation returns the message that was stored first. None unless set.
             * @example order-10-4432-1
             */
            clientMessageId?: string;
            /**
             * @description True to return server-sent events instead of JSON. By default, events only if the request has `Accept: text/event-stream`.
             * @example false
             */
            stream?: boolean;
        };
        CheckedCitation: {
            /**
             * @description `valid`: the document has the same text at the same place. `moved`: the source has it elsewhere. `gone`: it has it no more.
             * @enum {string}
             */
            status: "valid" | "moved" | "gone";
            /**
             * @description Why it is gone: `source_gone` if the source was deleted or isn’t within reach, `text_gone` if no document of it has the text. Null otherwise.
             * @example null
             */
            reason: ("source_gone" | "text_gone") | null;
            /** @description Current place of the quote; null if it is gone. */
            place: components["schemas"]["CitationPlace"] | null;
        };
        CheckedCitations: {
            /** @description One for each citation, in the same order. */
            items: components["schemas"]["CheckedCitation"][];
        };
        /** @description A quote of a knowledge source. Replies of earlier versions lack the fields from `document` on; `POST /api/citations/verify` tells whether the quote still stands. */
        Citation: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description Title of the document.
             * @example Shipping
             */
            title: string;
            /** @description URL of the document; null if it has none. */
            url: string | null;
            /**
             * @description The quoted passage.
             * @example Parcels take two to four days.
             */
            quote: string;
            /**
             * @description Relevance of the passage; higher is better.
             * @example 0.82
             */
            score: number;
            /**
             * @description Identifier of the document in its source.
             * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
             */
            document?: string;
            /**
             * @description Version of the source that was quoted.
             * @example 3
             */
            version?: number;
            /**
             * @description Number of the chunk in its source: where to open it.
             * @example 12
             */
            chunk?: number;
            /**
             * @description Page, from 1; null if the document has none.
             * @example 2
             */
            page?: number | null;
            /**
             * @description Headings above the quote, outermost first.
             * @example [
             *       "Shipping"
             *     ]
             */
            headings?: string[];
            /**
             * @description Start of the quote in the text of the document, in UTF-16 units.
             * @example 120
             */
            start?: number;
            /**
             * @description End of the quote, exclusive.
             * @example 150
             */
            end?: number;
            /**
             * @description SHA-256 of the quote in UTF-8, in hex.
             * @example eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc
             */
            quoteHash?: string;
        };
        CitationCheck: {
            /** @description Citations as replies have them: 1 to 50. Fields that don’t matter are accepted. */
            citations: components["schemas"]["CitationClaim"][];
        };
        /** @description A citation to check, as a reply has it; fields that don’t matter may be absent. */
        CitationClaim: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description The quote, unchanged: up to 10,000 characters.
             * @example Parcels take two to four days.
             */
            quote: string;
            /**
             * @description Identifier of the document. Without it and the place, the quote is looked for in the whole source.
             * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
             */
            document?: string;
            /**
             * @description Index at which the quote begins in the text of the document.
             * @example 120
             */
            start?: number;
            /**
             * @description Index at which it ends.
             * @example 150
             */
            end?: number;
            /**
             * @description SHA-256 of the quote in UTF-8, in hex. If it is given, it must be that of the quote.
             * @example eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc
             */
            quoteHash?: string;
            /** @description URL of the document. */
            url?: string | null;
            /**
             * @description Ignored.
             * @example Shipping
             */
            title?: string;
            /**
             * @description Ignored.
             * @example 0.82
             */
            score?: number;
            /**
             * @description Ignored: it is compared with the version that serves.
             * @example 3
             */
            version?: number;
            /**
             * @description Ignored.
             * @example 12
             */
            chunk?: number;
            /**
             * @description Ignored.
             * @example 2
             */
            page?: number | null;
            /**
             * @description Ignored.
             * @example [
             *       "Shipping"
             *     ]
             */
            headings?: string[];
        };
        /** @description A passage that the reply quotes. */
        CitationEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "citation";
            data: components["schemas"]["Citation"];
        };
        CitationPart: {
            /**
             * @description A passage that the reply quotes.
             * @enum {string}
             */
            type: "citation";
            citation: components["schemas"]["Citation"];
        };
        CitationPlace: {
            /**
             * @description Identifier of the document.
             * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
             */
            document: string;
            /**
             * @description Title of the document.
             * @example Shipping
             */
            title: string;
            /** @description URL of the document; null if it has none. */
            url: string | null;
            /**
             * @description Version of the source that serves.
             * @example 4
             */
            version: number;
            /**
             * @description Number of the chunk in which the quote begins.
             * @example 40
             */
            chunk: number;
            /**
             * @description Page, from 1; null if the document has none.
             * @example 2
             */
            page: number | null;
            /**
             * @description Headings above it, outermost first.
             * @example [
             *       "Shipping"
             *     ]
             */
            headings: string[];
            /**
             * @description Index at which the quote begins in the text of the document.
             * @example 160
             */
            start: number;
            /**
             * @description Index at which it ends.
             * @example 190
             */
            end: number;
        };
        /** @description As the draft “OAuth Client ID Metadata Document” describes. */
        ClientDocument: {
            /**
             * @description Its own address.
             * @example https://parley.example.com/api/oauth/mcp-client
             */
            client_id: string;
        };
        ComparedDefinition: {
            /**
             * @description Its name at the server.
             * @example create_issue
             */
            name: string;
            /**
             * @description `approved`: models may call it. `changed`: the server says something else than was approved, so calls are refused. `new`: it was never approved. `missing`: it was approved, and the server no longer has it.
             * @example new
             * @enum {string}
             */
            state: "approved" | "changed" | "new" | "missing";
            /**
             * @description SHA-256 of the definition, which an approval names.
             * @example eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc
             */
            digest: string;
            definition: components["schemas"]["ToolDefinition"];
            /** @description Differences from the approved definition; empty unless `changed`. */
            changes: components["schemas"]["ToolDefinitionChange"][];
            /**
             * @description Why it can’t be approved; null if it can.
             * @example null
             */
            problem: string | null;
        };
        Conversation: {
            /**
             * @description Conversation identifier, assigned by the service.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            _id: string;
            /**
             * @description Identifier of the agent to which it belongs.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Identifier of the agent to which it was handed over, and which replies; null while its own agent does.
             * @example null
             */
            answeringAgent: string | null;
            /**
             * @description Identifier of the workspace of the agent.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Identifier of the channel; null for a conversation of the API.
             * @example null
             */
            channel: string | null;
            /** @description Your ID for the end user; null if none was set. */
            userId: string | null;
            /**
             * @description Title; the beginning of the first message, at most 80 characters, unless set, and empty before that message.
             * @example Where is my parcel?
             */
            title: string;
            /**
             * @description `open`: the agent replies. `human`: a person has taken over, and the model stays silent. `closed`: no message is accepted.
             * @enum {string}
             */
            status: "open" | "human" | "closed";
            /**
             * @description User identifier of the person who has taken over; null unless the status is `human`.
             * @example null
             */
            takenBy: string | null;
            /**
             * @description Tags; empty unless set.
             * @example [
             *       "shipping"
             *     ]
             */
            tags: string[];
            /**
             * @description Your own data; empty unless set.
             * @example {
             *       "orderId": "10-4432"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Data about the visitor of a chat on the web; null if nothing is known, and for other conversations.
             * @example null
             */
            visitor: {
                /**
                 * @description Answers to the form of the channel, by the keys of its fields; may be empty.
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                form: {
                    [key: string]: string | boolean;
                };
                /**
                 * @description Context of the page around the chat; null if it is unknown. Nothing of it is verified.
                 * @example null
                 */
                context: {
                    /**
                     * @description The page where the visitor wrote last; null if it is unknown.
                     * @example null
                     */
                    page: {
                        /**
                         * @description URL of the page.
                         * @example https://example.com/products/42
                         */
                        url: string;
                        /**
                         * @description Title of the page; may be empty.
                         * @example Blue kettle
                         */
                        title: string;
                        /** @description URL of the page that linked to it; null without one. */
                        referrer: string | null;
                        /**
                         * Format: date-time
                         * @description Time at which the visitor wrote there: ISO 8601 UTC with milliseconds.
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        at: string;
                    } | null;
                    /**
                     * @description The page where the conversation began; null if it is unknown.
                     * @example null
                     */
                    firstPage: {
                        /**
                         * @description URL of the page.
                         * @example https://example.com/products/42
                         */
                        url: string;
                        /**
                         * @description Title of the page; may be empty.
                         * @example Blue kettle
                         */
                        title: string;
                        /** @description URL of the page that linked to it; null without one. */
                        referrer: string | null;
                        /**
                         * Format: date-time
                         * @description Time at which the visitor wrote there: ISO 8601 UTC with milliseconds.
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        at: string;
                    } | null;
                    /** @description Language of the browser; null if it is unknown. */
                    language: string | null;
                    /** @description The device of the visitor; null if it is unknown. */
                    device: ("desktop" | "tablet" | "phone") | null;
                    /**
                     * @description Whatever else the page told; empty if it told nothing.
                     * @example {
                     *       "plan": "pro",
                     *       "cartValue": 79.5
                     *     }
                     */
                    attributes: {
                        [key: string]: string | number | boolean;
                    };
                } | null;
            } | null;
            /**
             * @description True for a trial, as in the playground of the dashboard: the statistics count it apart.
             * @example false
             */
            playground: boolean;
            /**
             * @description Number of messages, replies included.
             * @example 2
             */
            messageCount: number;
            /** @description Time of the latest message: ISO 8601 UTC with milliseconds; null if there is no message. */
            lastMessageAt: string | null;
            /**
             * @description Identifier of the reply that is being written; null if none is.
             * @example null
             */
            turn: string | null;
            /** @description Tokens of all replies together. */
            usage: {
                /**
                 * @description Number of tokens in the prompts.
                 * @example 182
                 */
                inputTokens: number;
                /**
                 * @description Number of tokens in the replies.
                 * @example 24
                 */
                outputTokens: number;
            };
            /**
             * @description Feedback on the latest rated reply; null if no reply is rated.
             * @example null
             */
            rating: ("positive" | "negative") | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        /** @description A tool call waits for the approval of a person. Visitors don’t get it. */
        ConversationApprovalRequestedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "approval.requested";
            data: {
                /**
                 * @description Identifier of the message that grows.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                message: string;
                /**
                 * @description Identifier of the call: up to 64 characters, unique in its message.
                 * @example call_1
                 */
                callId: string;
                /**
                 * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
                 * @example find_parcel
                 */
                name: string;
                /**
                 * @description Identifier of the call, for `POST /api/tool-calls/{id}/approve` or `…/deny`.
                 * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
                 */
                toolCall: string;
                /**
                 * Format: date-time
                 * @description When the call is denied unless a person has decided: RFC 3339, UTC.
                 * @example 2026-01-31T09:30:02.450Z
                 */
                deadline: string;
            };
        };
        /** @description One server-sent event of workspaces: the lines `id`, `event` and `data`. Ignore events that you don’t know. */
        ConversationChangeStreamEvent: components["schemas"]["ConversationChangedEvent"];
        /** @description A conversation was created, changed or deleted, or has a new message: read it or your list again. */
        ConversationChangedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "conversation.changed";
            data: {
                /**
                 * @description Identifier of the conversation.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                conversation: string;
                /**
                 * @description Identifier of its workspace.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspace: string;
            };
        };
        ConversationChanges: {
            /**
             * @description Title: 1 to 200 characters. An empty one is accepted if the stored one is empty.
             * @example Late parcel
             */
            title?: string;
            /**
             * @description Tags: max 20, each 1 to 50 characters. Empty unless set.
             * @example [
             *       "shipping"
             *     ]
             */
            tags?: string[];
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "orderId": "10-4432"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description `closed` closes the conversation; `open` reopens it. `human` is accepted if a person has taken over.
             * @enum {string}
             */
            status?: "open" | "human" | "closed";
            /**
             * @description Conversation identifier, assigned by the service. Read-only.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            _id?: string;
            /**
             * @description Identifier of the agent to which it belongs. Read-only.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent?: string;
            /**
             * @description Identifier of the workspace of the agent. Read-only.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace?: string;
            /**
             * @description Identifier of the channel; null for a conversation of the API. Read-only.
             * @example null
             */
            channel?: string | null;
            /** @description Your ID for the end user; null if none was set. Read-only. */
            userId?: string | null;
            /**
             * @description Data about the visitor of a chat on the web; null if nothing is known. Read-only.
             * @example null
             */
            visitor?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description True for a trial, as in the playground of the dashboard: the statistics count it apart. Read-only.
             * @example false
             */
            playground?: boolean;
            /**
             * @description Identifier of the agent to which it was handed over, and which replies; null while its own agent does. Read-only.
             * @example null
             */
            answeringAgent?: string | null;
            /**
             * @description User identifier of the person who has taken over; null unless the status is `human`. Read-only.
             * @example null
             */
            takenBy?: string | null;
            /**
             * @description Number of messages, replies included. Read-only.
             * @example 2
             */
            messageCount?: number;
            /** @description Time of the latest message: ISO 8601 UTC with milliseconds; null if there is no message. Read-only. */
            lastMessageAt?: string | null;
            /**
             * @description Identifier of the reply that is being written; null if none is. Read-only.
             * @example null
             */
            turn?: string | null;
            /** @description Tokens of all replies together. Read-only. */
            usage?: {
                /**
                 * @description Number of tokens in the prompts.
                 * @example 182
                 */
                inputTokens: number;
                /**
                 * @description Number of tokens in the replies.
                 * @example 24
                 */
                outputTokens: number;
            };
            /**
             * @description Feedback on the latest rated reply; null if no reply is rated. Read-only.
             * @example null
             */
            rating?: ("positive" | "negative") | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds. Read-only.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds. Read-only.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt?: string;
        };
        /** @description A passage that the reply quotes. */
        ConversationCitationEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "citation";
            data: {
                /**
                 * @description Identifier of the message that grows.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                message: string;
                /**
                 * @description Identifier of the knowledge source.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                source: string;
                /**
                 * @description Title of the document.
                 * @example Shipping
                 */
                title: string;
                /** @description URL of the document; null if it has none. */
                url: string | null;
                /**
                 * @description The quoted passage.
                 * @example Parcels take two to four days.
                 */
                quote: string;
                /**
                 * @description Relevance of the passage; higher is better.
                 * @example 0.82
                 */
                score: number;
                /**
                 * @description Identifier of the document in its source.
                 * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
                 */
                document?: string;
                /**
                 * @description Version of the source that was quoted.
                 * @example 3
                 */
                version?: number;
                /**
                 * @description Number of the chunk in its source: where to open it.
                 * @example 12
                 */
                chunk?: number;
                /**
                 * @description Page, from 1; null if the document has none.
                 * @example 2
                 */
                page?: number | null;
                /**
                 * @description Headings above the quote, outermost first.
                 * @example [
                 *       "Shipping"
                 *     ]
                 */
                headings?: string[];
                /**
                 * @description Start of the quote in the text of the document, in UTF-16 units.
                 * @example 120
                 */
                start?: number;
                /**
                 * @description End of the quote, exclusive.
                 * @example 150
                 */
                end?: number;
                /**
                 * @description SHA-256 of the quote in UTF-8, in hex.
                 * @example eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc
                 */
                quoteHash?: string;
            };
        };
        /** @description The last event: the conversation was deleted. */
        ConversationDeletedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "conversation.deleted";
            data: {
                /**
                 * @description Identifier of the conversation.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                conversation: string;
            };
        };
        ConversationDraft: {
            /**
             * @description Your ID for the end user: 1 to 200 characters. None unless set.
             * @example customer-42
             */
            userId?: string;
            /**
             * @description Title: 1 to 200 characters. The beginning of the first message, at most 80 characters, unless set.
             * @example Where is my parcel?
             */
            title?: string;
            /**
             * @description Tags: max 20, each 1 to 50 characters. Empty unless set.
             * @example [
             *       "shipping"
             *     ]
             */
            tags?: string[];
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "orderId": "10-4432"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description True for a trial, as in the playground of the dashboard: the statistics count it apart. False unless set; a visitor can’t set it.
             * @example false
             */
            playground?: boolean;
            /**
             * @description Answers to the form of the channel, by the keys of its fields: texts, and true or false for checkboxes. Only from a visitor.
             * @example {
             *       "email": "ada@example.com"
             *     }
             */
            form?: {
                [key: string]: string | boolean;
            };
            context?: components["schemas"]["PageContext"];
        };
        /** @description More text of the reply: append it. */
        ConversationMessageDeltaEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.delta";
            data: {
                /**
                 * @description Identifier of the message that grows.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                message: string;
                /**
                 * @description The text to append.
                 * @example It is on its way
                 */
                text: string;
            };
        };
        /** @description The reply failed, and has the parts so far. */
        ConversationMessageFailedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.failed";
            data: {
                message: components["schemas"]["Message"];
                /**
                 * @description One sentence that says what is wrong.
                 * @example The model’s provider is not available.
                 */
                error: string;
                /**
                 * @description `interrupted`, or an error code of `Failure`.
                 * @example provider_error
                 */
                code: string;
                /**
                 * @description Why the model did not complete its reply; absent if the model is not the cause.
                 * @example unavailable
                 * @enum {string}
                 */
                reason?: "context_too_long" | "unknown_model" | "content_policy" | "quota_used_up" | "bad_request" | "authentication" | "rate_limited" | "unavailable" | "timeout" | "invalid_response" | "schema_mismatch" | "not_configured";
            };
        };
        ConversationRead: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * Format: date-time
             * @description Time up to which its messages are read: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            readUntil: string;
        };
        ConversationReadDraft: {
            /**
             * Format: date-time
             * @description The `createdAt` of the last message that was shown (ISO 8601); a later time counts as that of the latest message. The latest message unless set.
             * @example 2026-01-31T09:30:02.450Z
             */
            readUntil?: string | Date;
        };
        /** @description More thoughts of the model, which are no part of the text. Visitors don’t get it. */
        ConversationReasoningEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "reasoning";
            data: {
                /**
                 * @description Identifier of the message that grows.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                message: string;
                /**
                 * @description The thoughts, which are no part of `content`; those of several parts in a row belong together. A reply keeps up to 32,768 characters of them.
                 * @example The customer asks for a parcel.
                 */
                text: string;
                /**
                 * @description Present if the model thought more than is kept.
                 * @enum {boolean}
                 */
                truncated?: true;
            };
        };
        ConversationStatistics: {
            /**
             * @description The first day in UTC, such as `2026-01-31`.
             * @example 2026-01-31
             */
            from: string;
            /**
             * @description The last day in UTC.
             * @example 2026-01-31
             */
            to: string;
            /**
             * @description Period of an entry of `days`: a day up to 90 days, a week up to 366, otherwise a month.
             * @example day
             * @enum {string}
             */
            interval: "day" | "week" | "month";
            /** @description One entry per day, week or month (`interval`), oldest first; one without activity has zeros. */
            days: {
                /**
                 * @description The first day of the entry in UTC. Weeks begin on Monday; the first and the last may be cut.
                 * @example 2026-01-31
                 */
                date: string;
                /**
                 * @description Number of conversations that were created.
                 * @example 8
                 */
                conversations: number;
                /** @description Messages by role, whatever their status. */
                messages: {
                    /**
                     * @description Number of messages of users.
                     * @example 21
                     */
                    user: number;
                    /**
                     * @description Number of replies of agents.
                     * @example 19
                     */
                    assistant: number;
                    /**
                     * @description Number of messages of people who took over.
                     * @example 2
                     */
                    human: number;
                };
                /** @description Messages by rating. */
                feedback: {
                    /**
                     * @description Number of messages rated `positive`.
                     * @example 5
                     */
                    positive: number;
                    /**
                     * @description Number of messages rated `negative`.
                     * @example 1
                     */
                    negative: number;
                };
                /**
                 * @description Number of replies that failed.
                 * @example 0
                 */
                failed: number;
                /** @description Tokens of replies. Of providers that report none, they are estimated. */
                usage: {
                    /**
                     * @description Number of tokens in the prompts.
                     * @example 3480
                     */
                    inputTokens: number;
                    /**
                     * @description Number of tokens in the replies.
                     * @example 912
                     */
                    outputTokens: number;
                };
                /**
                 * @description Number of different `userId`s of the conversations in which a user wrote; without a `userId`, none counts. Above 16,384 it is an estimate, with a standard error of 1 %.
                 * @example 6
                 */
                users: number;
                /** @description Time until complete replies ended, cut to three significant digits; null if no reply is complete. */
                latencyMs: {
                    /**
                     * @description Half of the replies took so many milliseconds or fewer.
                     * @example 1240
                     */
                    median: number;
                    /**
                     * @description 95 of 100 replies took so many milliseconds or fewer.
                     * @example 4310
                     */
                    p95: number;
                } | null;
            }[];
            /** @description All days together. A user of several days counts once, so users are fewer than their sum. */
            total: {
                /**
                 * @description Number of conversations that were created.
                 * @example 8
                 */
                conversations: number;
                /** @description Messages by role, whatever their status. */
                messages: {
                    /**
                     * @description Number of messages of users.
                     * @example 21
                     */
                    user: number;
                    /**
                     * @description Number of replies of agents.
                     * @example 19
                     */
                    assistant: number;
                    /**
                     * @description Number of messages of people who took over.
                     * @example 2
                     */
                    human: number;
                };
                /** @description Messages by rating. */
                feedback: {
                    /**
                     * @description Number of messages rated `positive`.
                     * @example 5
                     */
                    positive: number;
                    /**
                     * @description Number of messages rated `negative`.
                     * @example 1
                     */
                    negative: number;
                };
                /**
                 * @description Number of replies that failed.
                 * @example 0
                 */
                failed: number;
                /** @description Tokens of replies. Of providers that report none, they are estimated. */
                usage: {
                    /**
                     * @description Number of tokens in the prompts.
                     * @example 3480
                     */
                    inputTokens: number;
                    /**
                     * @description Number of tokens in the replies.
                     * @example 912
                     */
                    outputTokens: number;
                };
                /**
                 * @description Number of different `userId`s of the conversations in which a user wrote; without a `userId`, none counts. Above 16,384 it is an estimate, with a standard error of 1 %.
                 * @example 6
                 */
                users: number;
                /** @description Time until complete replies ended, cut to three significant digits; null if no reply is complete. */
                latencyMs: {
                    /**
                     * @description Half of the replies took so many milliseconds or fewer.
                     * @example 1240
                     */
                    median: number;
                    /**
                     * @description 95 of 100 replies took so many milliseconds or fewer.
                     * @example 4310
                     */
                    p95: number;
                } | null;
            };
            /** @description The same number of days before. If the last day is today, up to the present time of day: both periods are equally long so far. */
            previous: {
                /**
                 * @description Number of conversations that were created.
                 * @example 8
                 */
                conversations: number;
                /** @description Messages by role, whatever their status. */
                messages: {
                    /**
                     * @description Number of messages of users.
                     * @example 21
                     */
                    user: number;
                    /**
                     * @description Number of replies of agents.
                     * @example 19
                     */
                    assistant: number;
                    /**
                     * @description Number of messages of people who took over.
                     * @example 2
                     */
                    human: number;
                };
                /** @description Messages by rating. */
                feedback: {
                    /**
                     * @description Number of messages rated `positive`.
                     * @example 5
                     */
                    positive: number;
                    /**
                     * @description Number of messages rated `negative`.
                     * @example 1
                     */
                    negative: number;
                };
                /**
                 * @description Number of replies that failed.
                 * @example 0
                 */
                failed: number;
                /** @description Tokens of replies. Of providers that report none, they are estimated. */
                usage: {
                    /**
                     * @description Number of tokens in the prompts.
                     * @example 3480
                     */
                    inputTokens: number;
                    /**
                     * @description Number of tokens in the replies.
                     * @example 912
                     */
                    outputTokens: number;
                };
                /**
                 * @description Number of different `userId`s of the conversations in which a user wrote; without a `userId`, none counts. Above 16,384 it is an estimate, with a standard error of 1 %.
                 * @example 6
                 */
                users: number;
                /** @description Time until complete replies ended, cut to three significant digits; null if no reply is complete. */
                latencyMs: {
                    /**
                     * @description Half of the replies took so many milliseconds or fewer.
                     * @example 1240
                     */
                    median: number;
                    /**
                     * @description 95 of 100 replies took so many milliseconds or fewer.
                     * @example 4310
                     */
                    p95: number;
                } | null;
            };
            /** @description Trials of all days, from conversations with `playground`. Nothing else counts them. */
            playground: {
                /**
                 * @description Number of conversations that were created.
                 * @example 8
                 */
                conversations: number;
                /** @description Messages by role, whatever their status. */
                messages: {
                    /**
                     * @description Number of messages of users.
                     * @example 21
                     */
                    user: number;
                    /**
                     * @description Number of replies of agents.
                     * @example 19
                     */
                    assistant: number;
                    /**
                     * @description Number of messages of people who took over.
                     * @example 2
                     */
                    human: number;
                };
                /** @description Messages by rating. */
                feedback: {
                    /**
                     * @description Number of messages rated `positive`.
                     * @example 5
                     */
                    positive: number;
                    /**
                     * @description Number of messages rated `negative`.
                     * @example 1
                     */
                    negative: number;
                };
                /**
                 * @description Number of replies that failed.
                 * @example 0
                 */
                failed: number;
                /** @description Tokens of replies. Of providers that report none, they are estimated. */
                usage: {
                    /**
                     * @description Number of tokens in the prompts.
                     * @example 3480
                     */
                    inputTokens: number;
                    /**
                     * @description Number of tokens in the replies.
                     * @example 912
                     */
                    outputTokens: number;
                };
            };
        };
        /** @description One server-sent event of a conversation: the lines `id`, `event` and `data`. Ignore events that you don’t know. */
        ConversationStreamEvent: components["schemas"]["MessageCreatedEvent"] | components["schemas"]["ConversationMessageDeltaEvent"] | components["schemas"]["ConversationReasoningEvent"] | components["schemas"]["ConversationCitationEvent"] | components["schemas"]["ConversationToolCallEvent"] | components["schemas"]["ConversationApprovalRequestedEvent"] | components["schemas"]["ConversationToolResultEvent"] | components["schemas"]["MessageCompletedEvent"] | components["schemas"]["ConversationMessageFailedEvent"] | components["schemas"]["MessageCancelledEvent"] | components["schemas"]["MessageRequiresActionEvent"] | components["schemas"]["MessageRatedEvent"] | components["schemas"]["ConversationUpdatedEvent"] | components["schemas"]["ConversationDeletedEvent"];
        /** @description The model calls a tool. */
        ConversationToolCallEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "tool.call";
            data: {
                /**
                 * @description Identifier of the message that grows.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                message: string;
                /**
                 * @description Identifier of the call: up to 64 characters, unique in its message.
                 * @example call_1
                 */
                callId: string;
                /**
                 * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
                 * @example find_parcel
                 */
                name: string;
                /**
                 * @description Arguments of the call: an object of up to 16,000 characters as JSON. Empty if the model sent none, or invalid ones; then the result says so.
                 * @example {
                 *       "orderId": "10-4432"
                 *     }
                 */
                arguments: {
                    [key: string]: unknown;
                };
                /**
                 * @description Identifier of the call for `GET /api/tool-calls/{id}`; absent for a call that didn’t run.
                 * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
                 */
                toolCall?: string;
                /**
                 * @description Present if your own code must answer the call: send `POST /api/messages/{id}/tool-results`.
                 * @enum {string}
                 */
                answeredBy?: "client";
            };
        };
        /** @description A tool has returned. */
        ConversationToolResultEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "tool.result";
            data: {
                /**
                 * @description Identifier of the message that grows.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                message: string;
                /**
                 * @description Identifier of the call: up to 64 characters, unique in its message.
                 * @example call_1
                 */
                callId: string;
                /**
                 * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
                 * @example find_parcel
                 */
                name: string;
                /**
                 * @description The result as text, or the reason why the call has no result: up to 32,000 characters.
                 * @example In transit, due on Monday.
                 */
                content: string;
                /**
                 * @description True if the call failed; `content` says why.
                 * @example false
                 */
                isError: boolean;
                /**
                 * @description `completed`, `failed`, `denied` (a person refused it), `expired` (not decided in time) or `unknown` (the server stopped while it ran, so it may have had its effect; it isn’t repeated). Absent in replies of earlier versions.
                 * @example completed
                 * @enum {string}
                 */
                status?: "completed" | "failed" | "denied" | "expired" | "unknown";
                /**
                 * @description Time that the call took, in milliseconds; absent if it didn’t run.
                 * @example 140
                 */
                latencyMs?: number;
            };
        };
        /** @description The conversation as it is now: its status, title, tags, metadata, counts, rating or turn changed. */
        ConversationUpdatedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "conversation.updated";
            data: {
                conversation: components["schemas"]["Conversation"];
            };
        };
        DefinitionApproval: {
            /** @description Definitions that models may call from now on, up to 200. */
            approve?: {
                /**
                 * @description Its name at the server.
                 * @example create_issue
                 */
                name: string;
                /**
                 * @description Digest of the definition that was seen.
                 * @example eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc
                 */
                digest: string;
            }[];
            /**
             * @description Names of definitions that models may no longer call, up to 200.
             * @example []
             */
            remove?: string[];
        };
        DeliveryProblem: {
            /**
             * @description Stable code of the problem.
             * @example unreachable
             */
            code: string;
            /**
             * @description Description of the problem.
             * @example Telegram could not be reached.
             */
            message: string;
        };
        EchoedChannelPicture: {
            /**
             * @description Its public address, another one for each picture. The one before is gone at once.
             * @example https://parley.example.com/chat/channel_01kg9vq40efm2s7x9r1c3k5z8w/picture-9f86d081884c7d659a2feaa0c55ad015
             */
            url: string;
            /**
             * @description Media type, as its bytes are.
             * @example image/png
             * @enum {string}
             */
            type: "image/png" | "image/jpeg" | "image/webp";
            /**
             * @description Width in pixels.
             * @example 256
             */
            width: number;
            /**
             * @description Height in pixels.
             * @example 256
             */
            height: number;
            /**
             * @description Size in bytes.
             * @example 18204
             */
            bytes: number;
        };
        EchoedChannelProblem: {
            /**
             * @description Stable code of the problem.
             * @example unreachable
             */
            code: string;
            /**
             * @description Description of the problem.
             * @example example.com refused the connection.
             */
            message: string;
            /**
             * Format: date-time
             * @description Time of the problem: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string | Date;
        };
        /** @description The addresses of the channel. Read-only. */
        EchoedChannelUrls: {
            /**
             * @description Address of its chat page; of a widget or page.
             * @example https://parley.example.com/chat/channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            page?: string;
            /**
             * @description Address of the widget’s script; of a widget.
             * @example https://parley.example.com/widget.js
             */
            script?: string;
            /**
             * @description Address that accepts messages; of a webhook.
             * @example https://parley.example.com/api/channels/channel_01kg9vq40efm2s7x9r1c3k5z8w/inbound
             */
            inbound?: string;
        };
        /** @description The plan of an account was changed. */
        EventAccountUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "account.updated";
            data: components["schemas"]["EventAccountUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventAccountUpdatedData: {
            /**
             * @description Identifier of the account.
             * @example acct_01kg9v3fzjehh9t4vy2m8rnpx0
             */
            account: string;
            /**
             * @description The fields that changed.
             * @example [
             *       "plan"
             *     ]
             */
            fields: string[];
        };
        /** @description The person, key, visitor, channel or service that did it. */
        EventActor: {
            /**
             * @description `person` in the dashboard, `key` for a program, `visitor` of a channel, `channel` for users of a platform, `system` for the service itself, or `operator` at the command line.
             * @example key
             * @enum {string}
             */
            kind: "person" | "key" | "visitor" | "channel" | "system" | "operator";
            /**
             * @description Identifier of the person, key, visitor or channel; otherwise its kind again.
             * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
             */
            id: string;
            /**
             * @description Its name, while it exists.
             * @example Deployment
             */
            name?: string;
            /**
             * @description The last characters of the key.
             * @example …x7Qa
             */
            hint?: string;
            /**
             * @description Identifier of the person whose key it is.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user?: string;
            /**
             * @description Identifier of the channel of a visitor.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel?: string;
        };
        /** @description An agent is active again. */
        EventAgentActivated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "agent.activated";
            data: components["schemas"]["EventAgentActivatedData"];
        };
        /** @description The objects that it is about. */
        EventAgentActivatedData: {
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description An agent was created. */
        EventAgentCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "agent.created";
            data: components["schemas"]["EventAgentCreatedData"];
        };
        /** @description The objects that it is about. */
        EventAgentCreatedData: {
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description An agent is inactive. */
        EventAgentDeactivated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "agent.deactivated";
            data: components["schemas"]["EventAgentDeactivatedData"];
        };
        /** @description The objects that it is about. */
        EventAgentDeactivatedData: {
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description An agent was deleted, with its channels and conversations. */
        EventAgentDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "agent.deleted";
            data: components["schemas"]["EventAgentDeletedData"];
        };
        /** @description The objects that it is about. */
        EventAgentDeletedData: {
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description An agent was changed, or got other knowledge sources. */
        EventAgentUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "agent.updated";
            data: components["schemas"]["EventAgentUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventAgentUpdatedData: {
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description The fields that were sent.
             * @example [
             *       "name"
             *     ]
             */
            fields: string[];
        };
        /** @description An API key was created. */
        EventApiKeyCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "api_key.created";
            data: components["schemas"]["EventApiKeyCreatedData"];
        };
        /** @description The objects that it is about. */
        EventApiKeyCreatedData: {
            /**
             * @description Identifier of the API key.
             * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
             */
            key: string;
            /**
             * @description Identifier of the key that it replaces.
             * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
             */
            rotatedFrom?: string;
        };
        /** @description An API key was revoked. */
        EventApiKeyRevoked: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "api_key.revoked";
            data: components["schemas"]["EventApiKeyRevokedData"];
        };
        /** @description The objects that it is about. */
        EventApiKeyRevokedData: {
            /**
             * @description Identifier of the API key.
             * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
             */
            key: string;
        };
        /** @description An API key was changed. */
        EventApiKeyUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "api_key.updated";
            data: components["schemas"]["EventApiKeyUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventApiKeyUpdatedData: {
            /**
             * @description Identifier of the API key.
             * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
             */
            key: string;
            /**
             * @description The fields that changed.
             * @example [
             *       "name"
             *     ]
             */
            fields: string[];
        };
        /** @description The operator wrote a backup of the whole instance. */
        EventBackupCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "backup.created";
            data: components["schemas"]["EventBackupCreatedData"];
        };
        /** @description The objects that it is about. */
        EventBackupCreatedData: Record<string, never>;
        /** @description The operator replaced the database by a backup. */
        EventBackupRestored: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "backup.restored";
            data: components["schemas"]["EventBackupRestoredData"];
        };
        /** @description The objects that it is about. */
        EventBackupRestoredData: {
            /**
             * @description When the backup was made.
             * @example 2026-07-01T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description A channel was created. */
        EventChannelCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "channel.created";
            data: components["schemas"]["EventChannelCreatedData"];
        };
        /** @description The objects that it is about. */
        EventChannelCreatedData: {
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Its type.
             * @example widget
             */
            type: string;
        };
        /** @description A channel was deleted. */
        EventChannelDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "channel.deleted";
            data: components["schemas"]["EventChannelDeletedData"];
        };
        /** @description The objects that it is about. */
        EventChannelDeletedData: {
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A channel stopped working. */
        EventChannelError: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "channel.error";
            data: components["schemas"]["EventChannelErrorData"];
        };
        /** @description The objects that it is about. */
        EventChannelErrorData: {
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description The problem, as `lastError` of the channel has it.
             * @example unauthorized
             */
            code: string;
        };
        /** @description A message couldn’t be delivered to its platform. */
        EventChannelUndeliverable: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "channel.undeliverable";
            data: components["schemas"]["EventChannelUndeliverableData"];
        };
        /** @description The objects that it is about. */
        EventChannelUndeliverableData: {
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Why it couldn’t.
             * @example window_closed
             */
            code: string;
        };
        /** @description A channel was changed, its picture or its secret, too. It also is if a channel that had stopped works again. */
        EventChannelUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "channel.updated";
            data: components["schemas"]["EventChannelUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventChannelUpdatedData: {
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description The fields that were sent.
             * @example [
             *       "name"
             *     ]
             */
            fields: string[];
        };
        /** @description A conversation was closed. */
        EventConversationClosed: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.closed";
            data: components["schemas"]["EventConversationClosedData"];
        };
        /** @description The objects that it is about. */
        EventConversationClosedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A conversation began. */
        EventConversationCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.created";
            data: components["schemas"]["EventConversationCreatedData"];
        };
        /** @description The objects that it is about. */
        EventConversationCreatedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A conversation was deleted, with its messages. If its agent, channel or workspace is deleted, only that has an event. */
        EventConversationDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.deleted";
            data: components["schemas"]["EventConversationDeletedData"];
        };
        /** @description The objects that it is about. */
        EventConversationDeletedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description True if all conversations of its end user were deleted.
             * @example true
             */
            ofUser?: boolean;
        };
        /** @description An agent handed a conversation over to another agent, which replies. */
        EventConversationHandedOver: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.handed_over";
            data: components["schemas"]["EventConversationHandedOverData"];
        };
        /** @description The objects that it is about. */
        EventConversationHandedOverData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Identifier of the agent that replies from now on.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            toAgent: string;
        };
        /** @description The agent replies again. */
        EventConversationReleased: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.released";
            data: components["schemas"]["EventConversationReleasedData"];
        };
        /** @description The objects that it is about. */
        EventConversationReleasedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A closed conversation is open again. */
        EventConversationReopened: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.reopened";
            data: components["schemas"]["EventConversationReopenedData"];
        };
        /** @description The objects that it is about. */
        EventConversationReopenedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A person replies in place of the agent. */
        EventConversationTakenOver: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.taken_over";
            data: components["schemas"]["EventConversationTakenOverData"];
        };
        /** @description The objects that it is about. */
        EventConversationTakenOverData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A transcript of a conversation is sent by mail. */
        EventConversationTranscriptSent: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.transcript_sent";
            data: components["schemas"]["EventConversationTranscriptSentData"];
        };
        /** @description The objects that it is about. */
        EventConversationTranscriptSentData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description The title, tags or other data of a conversation changed. */
        EventConversationUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.updated";
            data: components["schemas"]["EventConversationUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventConversationUpdatedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A conversation waits for a person: its agent couldn’t reply. */
        EventConversationWaiting: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "conversation.waiting";
            data: components["schemas"]["EventConversationWaitingData"];
        };
        /** @description The objects that it is about. */
        EventConversationWaitingData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description The database got the schema of a later version of this program. */
        EventDatabaseMigrated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "database.migrated";
            data: components["schemas"]["EventDatabaseMigratedData"];
        };
        /** @description The objects that it is about. */
        EventDatabaseMigratedData: {
            /**
             * @description Names of the migrations that were applied, in their order.
             * @example [
             *       "0042-webhooks"
             *     ]
             */
            migrations: string[];
        };
        /** @description The operator moved the whole instance to PostgreSQL. */
        EventDatabaseMoved: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "database.moved";
            data: components["schemas"]["EventDatabaseMovedData"];
        };
        /** @description The objects that it is about. */
        EventDatabaseMovedData: {
            /**
             * @description Number of rows that were copied.
             * @example 48200
             */
            rows: number;
        };
        /** @description Data of a workspace was exported. There is one event for each workspace that was read. */
        EventExportCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "export.created";
            data: components["schemas"]["EventExportCreatedData"];
        };
        /** @description The objects that it is about. */
        EventExportCreatedData: {
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent?: string;
            /**
             * @description The kind of the exported objects.
             * @example conversations
             */
            kind: string;
            /**
             * @description `jsonl` or `csv`.
             * @example csv
             */
            format: string;
            /**
             * @description The filters that were set, by name. Searched texts and user IDs are shown by digest and length.
             * @example {
             *       "status": "closed"
             *     }
             */
            filters: {
                [key: string]: unknown;
            };
        };
        /** @description A person was invited. */
        EventInvitationCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invitation.created";
            data: components["schemas"]["EventInvitationCreatedData"];
        };
        /** @description The objects that it is about. */
        EventInvitationCreatedData: {
            /**
             * @description Identifier of the invitation.
             * @example inv_01kg9wa7k8f4q9z2c6m0rt5nye
             */
            invitation: string;
            /**
             * @description Role in the workspace.
             * @example editor
             */
            role: string;
        };
        /** @description An invitation was withdrawn. */
        EventInvitationRevoked: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "invitation.revoked";
            data: components["schemas"]["EventInvitationRevokedData"];
        };
        /** @description The objects that it is about. */
        EventInvitationRevokedData: {
            /**
             * @description Identifier of the invitation.
             * @example inv_01kg9wa7k8f4q9z2c6m0rt5nye
             */
            invitation: string;
        };
        /** @description The operator cancelled a job. */
        EventJobCancelled: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "job.cancelled";
            data: components["schemas"]["EventJobCancelledData"];
        };
        /** @description The objects that it is about. */
        EventJobCancelledData: {
            /**
             * @description Identifier of the job.
             * @example job_01kg9w2n5qe3tb8x6c4m9k7zda
             */
            job: string;
            /**
             * @description Kind of the job.
             * @example mail.send
             */
            kind: string;
        };
        /** @description The operator had a job run again. */
        EventJobRetried: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "job.retried";
            data: components["schemas"]["EventJobRetriedData"];
        };
        /** @description The objects that it is about. */
        EventJobRetriedData: {
            /**
             * @description Identifier of the job.
             * @example job_01kg9w2n5qe3tb8x6c4m9k7zda
             */
            job: string;
            /**
             * @description Kind of the job.
             * @example mail.send
             */
            kind: string;
        };
        /** @description A knowledge source was created. */
        EventKnowledgeSourceCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "knowledge_source.created";
            data: components["schemas"]["EventKnowledgeSourceCreatedData"];
        };
        /** @description The objects that it is about. */
        EventKnowledgeSourceCreatedData: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description Its type.
             * @example website
             */
            type: string;
        };
        /** @description A knowledge source was deleted. If agents used it, `changes` has their `count` and the `first` 100 as `agents`; they have no events of their own. */
        EventKnowledgeSourceDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "knowledge_source.deleted";
            data: components["schemas"]["EventKnowledgeSourceDeletedData"];
        };
        /** @description The objects that it is about. */
        EventKnowledgeSourceDeletedData: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description Its name.
             * @example Delivery
             */
            name: string;
        };
        /** @description A knowledge source couldn’t be read. */
        EventKnowledgeSourceFailed: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "knowledge_source.failed";
            data: components["schemas"]["EventKnowledgeSourceFailedData"];
        };
        /** @description The objects that it is about. */
        EventKnowledgeSourceFailedData: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /** @description The problem. */
            error: {
                /**
                 * @description Error code.
                 * @example unreachable
                 */
                code: string;
                /**
                 * @description The problem, as a sentence.
                 * @example The server can’t be reached.
                 */
                message: string;
                /**
                 * @description A sentence that says how to mend it.
                 * @example Check the URL.
                 */
                hint: string;
            };
        };
        /** @description A sync waits for a person, because it would remove much. */
        EventKnowledgeSourceNeedsReview: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "knowledge_source.needs_review";
            data: components["schemas"]["EventKnowledgeSourceNeedsReviewData"];
        };
        /** @description The objects that it is about. */
        EventKnowledgeSourceNeedsReviewData: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description The version of its contents.
             * @example 7
             */
            version: number;
            /**
             * @description Why, in sentences.
             * @example [
             *       "27 of 30 documents would be removed."
             *     ]
             */
            reasons: string[];
        };
        /** @description A knowledge source can be used, or has new contents. */
        EventKnowledgeSourceReady: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "knowledge_source.ready";
            data: components["schemas"]["EventKnowledgeSourceReadyData"];
        };
        /** @description The objects that it is about. */
        EventKnowledgeSourceReadyData: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description The version of its contents.
             * @example 7
             */
            version: number;
            /**
             * @description False if a sync found nothing new.
             * @example true
             */
            changed: boolean;
        };
        /** @description A knowledge source was changed: its settings, documents, pairs, chunks (`chunks`) or hook (`hook`), a sync of it was asked for (`sync`), or a review decided (`review`). */
        EventKnowledgeSourceUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "knowledge_source.updated";
            data: components["schemas"]["EventKnowledgeSourceUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventKnowledgeSourceUpdatedData: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description The fields that were sent.
             * @example [
             *       "name"
             *     ]
             */
            fields: string[];
            /**
             * @description Identifier of the only document that was added, changed or deleted.
             * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
             */
            document?: string;
            /**
             * @description Identifier of the only pair that was added, changed or deleted.
             * @example pair_01kg9vmz91fd3s6v8k0q2h5jax
             */
            pair?: string;
            /**
             * @description Number of the chunk that was changed.
             * @example 12
             */
            chunk?: number;
            /**
             * @description The decision of the review.
             * @example true
             */
            approved?: boolean;
        };
        /** @description A person joined a workspace. */
        EventMemberAdded: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "member.added";
            data: components["schemas"]["EventMemberAddedData"];
        };
        /** @description The objects that it is about. */
        EventMemberAddedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description Role in the workspace.
             * @example editor
             */
            role: string;
            /**
             * @description Identifier of the accepted invitation.
             * @example inv_01kg9wa7k8f4q9z2c6m0rt5nye
             */
            invitation?: string;
        };
        /** @description A person is here, or away. */
        EventMemberAvailabilityChanged: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "member.availability_changed";
            data: components["schemas"]["EventMemberAvailabilityChangedData"];
        };
        /** @description The objects that it is about. */
        EventMemberAvailabilityChangedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description `here` or `away`.
             * @example here
             */
            state: string;
        };
        /** @description A member left a workspace, or was removed. */
        EventMemberRemoved: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "member.removed";
            data: components["schemas"]["EventMemberRemovedData"];
        };
        /** @description The objects that it is about. */
        EventMemberRemovedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
        };
        /** @description A member was changed: the role, or the person’s name, email or credentials. */
        EventMemberUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "member.updated";
            data: components["schemas"]["EventMemberUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventMemberUpdatedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description The fields that changed.
             * @example [
             *       "role"
             *     ]
             */
            fields: string[];
            /**
             * @description The new role, if it changed.
             * @example editor
             */
            role?: string;
        };
        /** @description A reply of an agent was cancelled. */
        EventMessageCancelled: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "message.cancelled";
            data: components["schemas"]["EventMessageCancelledData"];
        };
        /** @description The objects that it is about. */
        EventMessageCancelledData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A reply of an agent is complete, or a channel’s text in its place. */
        EventMessageCompleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "message.completed";
            data: components["schemas"]["EventMessageCompletedData"];
        };
        /** @description The objects that it is about. */
        EventMessageCompletedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A user or a person of the team sent a message. */
        EventMessageCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "message.created";
            data: components["schemas"]["EventMessageCreatedData"];
        };
        /** @description The objects that it is about. */
        EventMessageCreatedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description `user` or `human`.
             * @example user
             */
            role: string;
        };
        /** @description A reply of an agent failed. */
        EventMessageFailed: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "message.failed";
            data: components["schemas"]["EventMessageFailedData"];
        };
        /** @description The objects that it is about. */
        EventMessageFailedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Error code.
             * @example provider_error
             */
            code?: string;
            /**
             * @description The exact failure, if it is known.
             * @example overloaded
             */
            reason?: string;
        };
        /** @description A reply was rated, or its rating removed. */
        EventMessageRated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "message.rated";
            data: components["schemas"]["EventMessageRatedData"];
        };
        /** @description The objects that it is about. */
        EventMessageRatedData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /** @description The rating. */
            rating: string | null;
        };
        /** @description A message whose delivery failed is sent to its messenger again. */
        EventMessageRedelivered: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "message.redelivered";
            data: components["schemas"]["EventMessageRedeliveredData"];
        };
        /** @description The objects that it is about. */
        EventMessageRedeliveredData: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        EventPage: {
            /** @description The events of this page. */
            items: components["schemas"]["WorkspaceEvent"][];
            /**
             * @description The `cursor` of the next page, or of the next look if this page was the last one.
             * @example WzE3Njk4NTE4MDAwMDAsImEiXQ
             */
            cursor: string;
            /**
             * @description True if more events may follow at once.
             * @example false
             */
            hasMore: boolean;
        };
        /** @description A passkey was renamed. */
        EventPasskeyUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "passkey.updated";
            data: components["schemas"]["EventPasskeyUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventPasskeyUpdatedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description Identifier of the passkey.
             * @example passkey_01kg9v5c2mf7jrd1y8h4t6w0qk
             */
            passkey: string;
        };
        /** @description A link for a new password was made. */
        EventPasswordResetCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "password_reset.created";
            data: components["schemas"]["EventPasswordResetCreatedData"];
        };
        /** @description The objects that it is about. */
        EventPasswordResetCreatedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
        };
        /** @description The API key of a model provider was stored. */
        EventProviderKeyCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "provider_key.created";
            data: components["schemas"]["EventProviderKeyCreatedData"];
        };
        /** @description The objects that it is about. */
        EventProviderKeyCreatedData: {
            /**
             * @description Name of the model provider.
             * @example openai
             */
            provider: string;
        };
        /** @description The API key of a model provider was deleted. */
        EventProviderKeyDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "provider_key.deleted";
            data: components["schemas"]["EventProviderKeyDeletedData"];
        };
        /** @description The objects that it is about. */
        EventProviderKeyDeletedData: {
            /**
             * @description Name of the model provider.
             * @example openai
             */
            provider: string;
        };
        /** @description The API key of a model provider was replaced. */
        EventProviderKeyUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "provider_key.updated";
            data: components["schemas"]["EventProviderKeyUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventProviderKeyUpdatedData: {
            /**
             * @description Name of the model provider.
             * @example openai
             */
            provider: string;
        };
        /** @description An unanswered question got an answer. */
        EventQuestionAnswered: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "question.answered";
            data: components["schemas"]["EventQuestionAnsweredData"];
        };
        /** @description The objects that it is about. */
        EventQuestionAnsweredData: {
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Identifier of the unanswered question.
             * @example qst_01kg9vp2d7h6s3r9y4n8w1j5za
             */
            question: string;
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description Identifier of the pair of question and answer.
             * @example pair_01kg9vmz91fd3s6v8k0q2h5jax
             */
            pair: string;
        };
        /** @description An unanswered question was dismissed. */
        EventQuestionDismissed: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "question.dismissed";
            data: components["schemas"]["EventQuestionDismissedData"];
        };
        /** @description The objects that it is about. */
        EventQuestionDismissedData: {
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Identifier of the unanswered question.
             * @example qst_01kg9vp2d7h6s3r9y4n8w1j5za
             */
            question: string;
        };
        /** @description The operator corrected a wrong counter of a quota. */
        EventQuotaRecounted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "quota.recounted";
            data: components["schemas"]["EventQuotaRecountedData"];
        };
        /** @description The objects that it is about. */
        EventQuotaRecountedData: {
            /**
             * @description The quota.
             * @example agents
             */
            quota: string;
        };
        /** @description A member connected an account at a platform, to decide in the room. */
        EventRoomAccountConnected: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "room_account.connected";
            data: components["schemas"]["EventRoomAccountConnectedData"];
        };
        /** @description The objects that it is about. */
        EventRoomAccountConnectedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description `slack` or `telegram`.
             * @example slack
             */
            platform: string;
        };
        /** @description A member disconnected an account at a platform. */
        EventRoomAccountDisconnected: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "room_account.disconnected";
            data: components["schemas"]["EventRoomAccountDisconnectedData"];
        };
        /** @description The objects that it is about. */
        EventRoomAccountDisconnectedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description `slack` or `telegram`.
             * @example slack
             */
            platform: string;
        };
        EventSeal: {
            /** @description `_id` of the last event that is sealed; null before the first seal. */
            position: string | null;
            /** @description When it was sealed; null before the first seal. */
            sealedAt: string | null;
            /** @description HMAC-SHA-256 over all events of the log until then, in hex; null before the first seal. */
            hash: string | null;
            /**
             * @description The number of events under this seal alone.
             * @example 12
             */
            events: number;
        };
        /** @description The operator had all messages indexed again. */
        EventSearchReindexed: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "search.reindexed";
            data: components["schemas"]["EventSearchReindexedData"];
        };
        /** @description The objects that it is about. */
        EventSearchReindexedData: {
            /**
             * @description Number of messages.
             * @example 1200
             */
            queued: number;
        };
        /** @description A second factor of a person was removed. */
        EventSecondFactorDisabled: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "second_factor.disabled";
            data: components["schemas"]["EventSecondFactorDisabledData"];
        };
        /** @description The objects that it is about. */
        EventSecondFactorDisabledData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description `totp` or `passkey`; `all` if all were removed.
             * @example totp
             */
            method: string;
            /**
             * @description Identifier of the passkey.
             * @example passkey_01kg9v5c2mf7jrd1y8h4t6w0qk
             */
            passkey?: string;
        };
        /** @description A person added a second factor. */
        EventSecondFactorEnabled: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "second_factor.enabled";
            data: components["schemas"]["EventSecondFactorEnabledData"];
        };
        /** @description The objects that it is about. */
        EventSecondFactorEnabledData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description `totp` or `passkey`; `all` if all were removed.
             * @example totp
             */
            method: string;
            /**
             * @description Identifier of the passkey.
             * @example passkey_01kg9v5c2mf7jrd1y8h4t6w0qk
             */
            passkey?: string;
        };
        /** @description A person got new recovery codes; earlier ones ended. */
        EventSecondFactorRecoveryCodesCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "second_factor.recovery_codes_created";
            data: components["schemas"]["EventSecondFactorRecoveryCodesCreatedData"];
        };
        /** @description The objects that it is about. */
        EventSecondFactorRecoveryCodesCreatedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
        };
        /** @description A person signed in. */
        EventSessionCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "session.created";
            data: components["schemas"]["EventSessionCreatedData"];
        };
        /** @description The objects that it is about. */
        EventSessionCreatedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description Identifier of the session.
             * @example sess_01kg9v5b0nftha1r6e8c3zjm2p
             */
            session: string;
            /**
             * @description What the person proved: `password`, `totp`, `passkey`, `recovery_code`, `invitation`, `password_reset`, `setup`.
             * @example [
             *       "password",
             *       "totp"
             *     ]
             */
            methods: string[];
        };
        /** @description A session of a person ended before it expired. */
        EventSessionEnded: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "session.ended";
            data: components["schemas"]["EventSessionEndedData"];
        };
        /** @description The objects that it is about. */
        EventSessionEndedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description Identifier of the session; absent if all sessions, or all others, ended.
             * @example sess_01kg9v5b0nftha1r6e8c3zjm2p
             */
            session?: string;
            /**
             * @description `signed_out`, `revoked`, `password_changed`, `second_factor` (one was added or reset), `suspended` or `removed`.
             * @example signed_out
             */
            reason: string;
        };
        /** @description A sign-in of an existing person failed. At most one event a minute for a person and an address. */
        EventSessionFailed: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "session.failed";
            data: components["schemas"]["EventSessionFailedData"];
        };
        /** @description The objects that it is about. */
        EventSessionFailedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description `password` or `second_factor` if that was wrong; `suspended` if the person may not sign in.
             * @example password
             */
            reason: string;
        };
        /** @description A team was created. */
        EventTeamCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "team.created";
            data: components["schemas"]["EventTeamCreatedData"];
        };
        /** @description The objects that it is about. */
        EventTeamCreatedData: {
            /**
             * @description Identifier of the team.
             * @example team_01kg9wg5r2e8st4m6x0k3c7d9v
             */
            team: string;
        };
        /** @description A team was deleted. */
        EventTeamDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "team.deleted";
            data: components["schemas"]["EventTeamDeletedData"];
        };
        /** @description The objects that it is about. */
        EventTeamDeletedData: {
            /**
             * @description Identifier of the team.
             * @example team_01kg9wg5r2e8st4m6x0k3c7d9v
             */
            team: string;
        };
        /** @description The room of the team was removed. */
        EventTeamRoomRemoved: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "team_room.removed";
            data: components["schemas"]["EventTeamRoomRemovedData"];
        };
        /** @description The objects that it is about. */
        EventTeamRoomRemovedData: {
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
        };
        /** @description The room of the team was set. */
        EventTeamRoomSet: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "team_room.set";
            data: components["schemas"]["EventTeamRoomSetData"];
        };
        /** @description The objects that it is about. */
        EventTeamRoomSetData: {
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
        };
        /** @description A team was changed. */
        EventTeamUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "team.updated";
            data: components["schemas"]["EventTeamUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventTeamUpdatedData: {
            /**
             * @description Identifier of the team.
             * @example team_01kg9wg5r2e8st4m6x0k3c7d9v
             */
            team: string;
            /**
             * @description The fields that were sent.
             * @example [
             *       "name"
             *     ]
             */
            fields: string[];
        };
        /** @description A person approved a tool call. */
        EventToolCallApproved: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool_call.approved";
            data: components["schemas"]["EventToolCallApprovedData"];
        };
        /** @description The objects that it is about. */
        EventToolCallApprovedData: {
            /**
             * @description Identifier of the call.
             * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
             */
            toolCall: string;
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A person denied a tool call. */
        EventToolCallDenied: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool_call.denied";
            data: components["schemas"]["EventToolCallDeniedData"];
        };
        /** @description The objects that it is about. */
        EventToolCallDeniedData: {
            /**
             * @description Identifier of the call.
             * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
             */
            toolCall: string;
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
        };
        /** @description A tool call ran and has a result, was not decided in time, or has an unknown outcome. */
        EventToolCallEnded: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool_call.ended";
            data: components["schemas"]["EventToolCallEndedData"];
        };
        /** @description The objects that it is about. */
        EventToolCallEndedData: {
            /**
             * @description Identifier of the call.
             * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
             */
            toolCall: string;
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description `completed`, `failed`, `expired` or `unknown`.
             * @example completed
             */
            status: string;
        };
        /** @description A tool call waits for the approval of a person, or for your code to answer it. */
        EventToolCallWaiting: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool_call.waiting";
            data: components["schemas"]["EventToolCallWaitingData"];
        };
        /** @description The objects that it is about. */
        EventToolCallWaitingData: {
            /**
             * @description Identifier of the call.
             * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
             */
            toolCall: string;
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description `approval` or `result`.
             * @example approval
             */
            waitsFor: string;
        };
        /** @description An account was connected to a tool. */
        EventToolConnected: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool.connected";
            data: components["schemas"]["EventToolConnectedData"];
        };
        /** @description The objects that it is about. */
        EventToolConnectedData: {
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description Identifier of the account, if it is that of an end user.
             * @example tcon_01kg9wf4h1ec5r8y2m6t3v9k7n
             */
            connection?: string;
        };
        /** @description A tool was created. */
        EventToolCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool.created";
            data: components["schemas"]["EventToolCreatedData"];
        };
        /** @description The objects that it is about. */
        EventToolCreatedData: {
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description Its kind.
             * @example client
             */
            type: string;
        };
        /** @description A tool was deleted. */
        EventToolDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool.deleted";
            data: components["schemas"]["EventToolDeletedData"];
        };
        /** @description The objects that it is about. */
        EventToolDeletedData: {
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
        };
        /** @description The account of a tool was disconnected. */
        EventToolDisconnected: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool.disconnected";
            data: components["schemas"]["EventToolDisconnectedData"];
        };
        /** @description The objects that it is about. */
        EventToolDisconnectedData: {
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description Identifier of the account, if it is that of an end user.
             * @example tcon_01kg9wf4h1ec5r8y2m6t3v9k7n
             */
            connection?: string;
        };
        /** @description A tool was tried outside of a conversation. */
        EventToolTried: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool.tried";
            data: components["schemas"]["EventToolTriedData"];
        };
        /** @description The objects that it is about. */
        EventToolTriedData: {
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
        };
        /** @description A tool was changed. */
        EventToolUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "tool.updated";
            data: components["schemas"]["EventToolUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventToolUpdatedData: {
            /**
             * @description Identifier of the tool.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description The fields that were sent.
             * @example [
             *       "name"
             *     ]
             */
            fields: string[];
        };
        /** @description A person was created. */
        EventUserCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "user.created";
            data: components["schemas"]["EventUserCreatedData"];
        };
        /** @description The objects that it is about. */
        EventUserCreatedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
        };
        /** @description A person was removed. */
        EventUserRemoved: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "user.removed";
            data: components["schemas"]["EventUserRemovedData"];
        };
        /** @description The objects that it is about. */
        EventUserRemovedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
        };
        /** @description A person was changed. */
        EventUserUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "user.updated";
            data: components["schemas"]["EventUserUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventUserUpdatedData: {
            /**
             * @description Identifier of the person.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description The fields that changed.
             * @example [
             *       "email"
             *     ]
             */
            fields: string[];
        };
        /** @description A webhook was created. */
        EventWebhookCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "webhook.created";
            data: components["schemas"]["EventWebhookCreatedData"];
        };
        /** @description The objects that it is about. */
        EventWebhookCreatedData: {
            /**
             * @description Identifier of the webhook.
             * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
             */
            webhook: string;
        };
        /** @description A webhook was deleted. */
        EventWebhookDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "webhook.deleted";
            data: components["schemas"]["EventWebhookDeletedData"];
        };
        /** @description The objects that it is about. */
        EventWebhookDeletedData: {
            /**
             * @description Identifier of the webhook.
             * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
             */
            webhook: string;
        };
        /** @description A webhook was switched off, because its receiver failed for long or said 410. */
        EventWebhookDisabled: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "webhook.disabled";
            data: components["schemas"]["EventWebhookDisabledData"];
        };
        /** @description The objects that it is about. */
        EventWebhookDisabledData: {
            /**
             * @description Identifier of the webhook.
             * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
             */
            webhook: string;
            /**
             * @description `failing` or `gone`.
             * @example failing
             */
            reason: string;
        };
        /** @description A webhook was changed. */
        EventWebhookUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "webhook.updated";
            data: components["schemas"]["EventWebhookUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventWebhookUpdatedData: {
            /**
             * @description Identifier of the webhook.
             * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
             */
            webhook: string;
        };
        /** @description The working hours of a workspace were removed. */
        EventWorkingHoursRemoved: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "working_hours.removed";
            data: components["schemas"]["EventWorkingHoursRemovedData"];
        };
        /** @description The objects that it is about. */
        EventWorkingHoursRemovedData: {
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
        };
        /** @description The working hours of a workspace were set. */
        EventWorkingHoursSet: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "working_hours.set";
            data: components["schemas"]["EventWorkingHoursSetData"];
        };
        /** @description The objects that it is about. */
        EventWorkingHoursSetData: {
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
        };
        /** @description A workspace was created. */
        EventWorkspaceCreated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "workspace.created";
            data: components["schemas"]["EventWorkspaceCreatedData"];
        };
        /** @description The objects that it is about. */
        EventWorkspaceCreatedData: {
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
        };
        /** @description A workspace was deleted. */
        EventWorkspaceDeleted: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "workspace.deleted";
            data: components["schemas"]["EventWorkspaceDeletedData"];
        };
        /** @description The objects that it is about. */
        EventWorkspaceDeletedData: {
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
        };
        /** @description A workspace was changed. */
        EventWorkspaceUpdated: {
            /**
             * @description Identifier; also a place from which a reader can go on.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description IP address of the request; null without one. */
            address: string | null;
            /** @description `User-Agent` of the request; null without one. */
            client: string | null;
            /** @description Identifier of the request; null without one. */
            requestId: string | null;
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "workspace.updated";
            data: components["schemas"]["EventWorkspaceUpdatedData"];
        };
        /** @description The objects that it is about. */
        EventWorkspaceUpdatedData: {
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description The fields that changed.
             * @example [
             *       "name"
             *     ]
             */
            fields: string[];
        };
        Exchange: {
            conversation: components["schemas"]["Conversation"];
            message: components["schemas"]["Message"];
            /** @description The reply of the agent; null while a person has taken over. */
            reply: components["schemas"]["Message"] | null;
        };
        Failure: {
            /**
             * @description Always false for an error.
             * @enum {boolean}
             */
            success: false;
            /**
             * @description One sentence that says what is wrong; its wording may change.
             * @example temperature must be between 0 and 1.
             */
            error: string;
            /**
             * @description The stable error code.
             * @enum {string}
             */
            code: "bad_request" | "invalid_json" | "validation_failed" | "unknown_parameter" | "cursor_invalid" | "read_only_field" | "code_invalid" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "revoked_api_key" | "session_ended" | "inactive_api_key" | "invalid_credentials" | "second_factor_required" | "second_factor_invalid" | "challenge_expired" | "invalid_signature" | "invalid_visitor_token" | "expired_visitor_token" | "invalid_identity" | "expired_identity" | "identity_required" | "insufficient_scope" | "not_an_approver" | "approval_needs_sign_in" | "insufficient_role" | "origin_not_allowed" | "session_required" | "confirmation_required" | "visitor_not_allowed" | "address_not_verified" | "agent_not_found" | "workspace_not_found" | "member_not_found" | "invitation_not_found" | "api_key_not_found" | "session_not_found" | "second_factor_not_found" | "conversation_not_found" | "message_not_found" | "question_not_found" | "knowledge_source_not_found" | "pair_not_found" | "chunk_not_found" | "document_not_found" | "channel_not_found" | "tool_not_found" | "team_not_found" | "tool_connection_not_found" | "tool_call_not_found" | "webhook_not_found" | "webhook_delivery_not_found" | "provider_not_found" | "route_not_found" | "setup_token_invalid" | "reset_token_invalid" | "approval_link_invalid" | "method_not_allowed" | "request_timeout" | "name_conflict" | "external_id_conflict" | "already_member" | "already_verified" | "api_key_inactive" | "second_factor_missing" | "second_factor_demanded" | "passkey_exists" | "passkey_limit_reached" | "passkeys_unavailable" | "last_owner" | "last_workspace" | "idempotency_in_progress" | "agent_inactive" | "channel_inactive" | "conversation_closed" | "conversation_busy" | "conversation_empty" | "conversation_not_taken_over" | "conversation_taken_over" | "message_not_retryable" | "message_not_rateable" | "message_not_redeliverable" | "webhook_redelivery_in_progress" | "source_in_use" | "tool_in_use" | "tool_name_taken" | "team_name_taken" | "tool_call_decided" | "definition_changed" | "set_by_environment" | "review_not_waiting" | "quota_exceeded" | "cursor_expired" | "version_conflict" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "channel_limit_reached" | "undeliverable" | "room_account_not_found" | "too_many_failed_attempts" | "too_many_concurrent" | "too_many_mails" | "headers_too_large" | "internal_error" | "provider_error" | "tool_unreachable" | "response_schema_mismatch" | "unavailable" | "query_timeout" | "provider_not_configured" | "mail_not_configured" | "provider_timeout";
            /**
             * @description The same value as in the `X-Request-Id` header.
             * @example req_4d813e704500006a
             */
            requestId: string;
            /** @description The invalid fields, or the objects that the error is about; max 5. Absent for other errors. */
            details?: {
                /**
                 * @description Dotted path of the field; empty for the whole body.
                 * @example temperature
                 */
                path: string;
                /**
                 * @description The problem with the field, or its value for a conflict.
                 * @example must be between 0 and 1
                 */
                message: string;
            }[];
            /** @description The stored part of an exchange whose reply failed. Absent for other errors. */
            failed?: {
                /**
                 * @description Identifier of the conversation.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                conversation: string;
                /**
                 * @description Identifier of the message, which is stored.
                 * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
                 */
                message: string;
                /**
                 * @description Identifier of the failed reply, which can be retried.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                reply: string;
            };
            /** @description Data that completes the sign-in (`second_factor_required`). Absent for other errors. */
            secondFactor?: {
                /**
                 * @description Identifies the sign-in; works once, and for at most five wrong tries.
                 * @example example-token-not-real
                 */
                token: string;
                /**
                 * @description The ways in which the user can complete it.
                 * @example [
                 *       "totp",
                 *       "recovery_code"
                 *     ]
                 */
                methods: ("totp" | "passkey" | "recovery_code")[];
                /**
                 * Format: date-time
                 * @description Time at which the token stops working: ISO 8601 UTC with milliseconds.
                 * @example 2026-01-31T10:30:00.000Z
                 */
                expiresAt: string;
            };
            /**
             * @description The action that solves the problem; absent if there is nothing to do.
             * @example Pass nextCursor unchanged.
             */
            hint?: string;
        };
        Feedback: {
            /** @description Rating of the reply; null removes the rating and its comment. */
            rating: ("positive" | "negative") | null;
            /**
             * @description Comment on the rating: up to 2,000 characters. None unless set.
             * @example Answered at once.
             */
            comment?: string;
        };
        /** @description A field that was set. Prompts, contents and other long or private texts are `{sha256, length}`, unless the workspace asks for texts. A secret that was set, changed or removed has null before and after. */
        FieldChange: {
            /**
             * @description Name of the field.
             * @example temperature
             */
            field: string;
            /**
             * @description Its value before; null without.
             * @example 0.7
             */
            before: unknown;
            /**
             * @description Its value after; null without.
             * @example 0.2
             */
            after: unknown;
        };
        FormSubmission: {
            /**
             * @description Answers to the form of the channel, by the keys of its fields: texts, and true or false for checkboxes. Only from a visitor.
             * @example {
             *       "email": "ada@example.com"
             *     }
             */
            form: {
                [key: string]: string | boolean;
            };
        };
        Holiday: {
            /**
             * @description Its date in the time zone: `YYYY-MM-DD`.
             * @example 2026-12-25
             */
            date: string;
            /**
             * @description Name of the holiday, up to 100 characters.
             * @example Christmas
             */
            name: string;
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            periods: components["schemas"]["OpeningPeriod"][];
        };
        HolidayDraft: {
            /**
             * @description Its date in the time zone: `YYYY-MM-DD`.
             * @example 2026-12-25
             */
            date: string;
            /**
             * @description Name of the holiday, up to 100 characters.
             * @example Christmas
             */
            name?: string;
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            periods?: {
                [key: string]: string;
            }[];
        };
        ImportableOperation: {
            /**
             * @description Its ID in the document, or one made of its path.
             * @example findOrder
             */
            operationId: string;
            /**
             * @description Method.
             * @example GET
             */
            method: string;
            /**
             * @description Path.
             * @example /orders/{number}
             */
            path: string;
            /**
             * @description Its summary in the document.
             * @example Find an order
             */
            summary: string;
            /**
             * @description Why it can’t become a tool; null if it can.
             * @example null
             */
            problem: string | null;
            /** @description Name of its tool; null if it can’t become one. */
            name: string | null;
            /**
             * @description Names of the secrets that the tool needs.
             * @example [
             *       "API_KEY"
             *     ]
             */
            secretNames: string[];
        };
        ImportedTools: {
            /** @description Every operation of the document. */
            operations: components["schemas"]["ImportableOperation"][];
            /** @description The tools that were created; empty without `operations`. */
            tools: components["schemas"]["Tool"][];
        };
        Invitation: {
            /**
             * @description Invitation identifier, assigned by the service.
             * @example inv_01kg9wa7k8f4q9z2c6m0rt5nye
             */
            _id: string;
            /**
             * @description Email address of the invited person, in lower case.
             * @example grace@example.com
             */
            email: string;
            /**
             * @description Role that the person gets by accepting.
             * @example editor
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time at which the link stops working, seven days after creation: ISO 8601 UTC with milliseconds.
             * @example 2026-02-07T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description State of the mail with the link; null if no mail was sent.
             * @example null
             */
            delivery: components["schemas"]["InvitationDelivery"] | null;
        };
        InvitationAcceptance: {
            /**
             * @description The token in the link: what follows `#token=`.
             * @example example-token-not-real
             */
            token: string;
            /**
             * @description Name of a new user: up to 200 characters. By default the part of the email address before the `@`; ignored for an existing user.
             * @example Grace Hopper
             */
            name?: string;
            /**
             * @description The password of an existing user; for a new user, the password to set: 12 to 1,024 characters.
             * @example not-a-real-password
             */
            password: string;
            secondFactor?: components["schemas"]["SecondFactorProof"];
        };
        InvitationAccepted: {
            /** @description The new member, now signed in. */
            user: {
                /**
                 * @description User identifier.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                _id: string;
                /**
                 * @description Email address of the user, in lower case.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                name: string;
            };
        };
        InvitationDelivery: {
            /**
             * @description `waiting`: not sent yet, or tried again after an error. `sent`: the mail server took it. `failed`: given up; invite again to have a new link mailed.
             * @example sent
             * @enum {string}
             */
            state: "waiting" | "sent" | "failed";
            /**
             * @description Why the last attempt failed; null if it did not.
             * @example null
             */
            error: string | null;
            /**
             * Format: date-time
             * @description Time of the state, or of the last attempt: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
        };
        InvitationDraft: {
            /**
             * Format: email
             * @description Email address of the person to invite: up to 254 characters, stored in lower case.
             * @example grace@example.com
             */
            email: string;
            /**
             * @description Role that the person gets by accepting; only an owner can invite an owner.
             * @example editor
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
        };
        InvitationPreview: {
            /**
             * @description Email address of the invited person, in lower case.
             * @example grace@example.com
             */
            email: string;
            /**
             * @description Role that the person gets by accepting.
             * @example editor
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
            /**
             * @description Name of the workspace.
             * @example Bookshop
             */
            workspaceName: string;
        };
        InvitationToken: {
            /**
             * @description The token in the link: what follows `#token=`.
             * @example example-token-not-real
             */
            token: string;
        };
        KnowledgeChunk: {
            /**
             * @description Its number in the source, which is never used again.
             * @example 7
             */
            number: number;
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description Identifier of its document.
             * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
             */
            document: string;
            /**
             * @description Title of the document.
             * @example Returns
             */
            title: string;
            /**
             * @description URL of the document; null if it has none.
             * @example null
             */
            url: string | null;
            /**
             * @description The text: the part of the document from `start` to `end`.
             * @example …
             */
            text: string;
            /**
             * @description The headings above it, outermost first.
             * @example [
             *       "Returns",
             *       "Books"
             *     ]
             */
            headings: string[];
            /**
             * @description Page of a paged document, from 1; else null.
             * @example null
             */
            page: number | null;
            /**
             * @description Its first character in the text of the document, in UTF-16 units.
             * @example 480
             */
            start: number;
            /**
             * @description The character after its last one.
             * @example 1204
             */
            end: number;
            /**
             * @description SHA-256 of the text, in hex.
             * @example 9f86d081884c7d65
             */
            hash: string;
            /**
             * @description True if its text was edited by hand.
             * @example false
             */
            edited: boolean;
            /**
             * @description The text that its source has, if it was edited; else null.
             * @example null
             */
            original: string | null;
            /**
             * @description The text that it gets with the version that is being made; null if no edit waits.
             * @example null
             */
            pendingText: string | null;
            /**
             * @description False if it was switched off: then it is not found.
             * @example true
             */
            enabled: boolean;
        };
        KnowledgeChunkChanges: {
            /**
             * @description False to switch it off: then it is not found.
             * @example false
             */
            enabled?: boolean;
            /** @description The text in its place: up to 10,000 characters; null for the text of the source. */
            text?: string | null;
        };
        KnowledgeDocument: {
            /**
             * @description Document identifier.
             * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
             */
            _id: string;
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description Its identity across versions: the URL of a page, the ID of a pair or of an added document, `text`, or `file`.
             * @example https://example.com/returns
             */
            key: string;
            /**
             * @description Your own ID of a document that was added; else null.
             * @example null
             */
            externalId: string | null;
            /**
             * @description URL of the document; null if it has none.
             * @example null
             */
            url: string | null;
            /**
             * @description Title.
             * @example Returns
             */
            title: string;
            /**
             * @description Your own data.
             * @example {
             *       "region": "eu"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description The file of a document that was added as one; else null.
             * @example null
             */
            file: {
                /**
                 * @description Name of the file, without folders.
                 * @example handbook.pdf
                 */
                name: string;
                /**
                 * @description Media type as it was sent.
                 * @example application/pdf
                 */
                contentType: string;
                /**
                 * @description Size in bytes.
                 * @example 48211
                 */
                bytes: number;
                /**
                 * @description SHA-256 of the bytes, in hex.
                 * @example 9f86d081884c7d65
                 */
                hash: string;
            } | null;
            /**
             * @description `queued` until a sync has read it, `ready`, or `skipped` or `failed`, then with an `error`. Earlier content serves until the new one is ready.
             * @enum {string}
             */
            status: "queued" | "ready" | "skipped" | "failed";
            /**
             * @description Why it was left out; null if it was not.
             * @example null
             */
            error: {
                /**
                 * @description The stable code.
                 * @example not_html
                 */
                code: string;
                /**
                 * @description Description of the problem.
                 * @example The page is not HTML.
                 */
                message: string;
            } | null;
            /**
             * @description SHA-256 of the text, in hex; empty until it is read.
             * @example 9f86d081884c7d65
             */
            hash: string;
            /**
             * @description UTF-8 bytes of the text that serves.
             * @example 9120
             */
            bytes: number;
            /**
             * @description Number of chunks that serve.
             * @example 12
             */
            chunkCount: number;
            /**
             * @description The first version of the source that has this content; 0 until there is one.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description Time at which it was read, or added: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of its last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        KnowledgeDocumentChanges: {
            /**
             * @description The text, with Markdown headings: up to 200,000 characters. Upload more as a file.
             * @example # Returns
             *
             *     Within 30 days.
             */
            text?: string;
            /**
             * @description Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
             * @example Returns
             */
            title?: string;
            /** @description URL to which citations link; null for none. */
            url?: string | null;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "region": "eu"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Your own ID; null for none. */
            externalId?: string | null;
        };
        KnowledgeDocumentDrafts: {
            /** @description The documents: 1 to 20. All are added, or none. */
            documents: {
                /**
                 * @description The text, with Markdown headings: up to 200,000 characters. Upload more as a file.
                 * @example # Returns
                 *
                 *     Within 30 days.
                 */
                text: string;
                /**
                 * @description Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
                 * @example Returns
                 */
                title?: string;
                /**
                 * @description URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set.
                 * @example https://example.com/returns
                 */
                url?: string;
                /**
                 * @description Your own ID: 1 to 200 characters, unique in the source.
                 * @example cms-4711
                 */
                externalId?: string;
                /**
                 * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
                 * @example {
                 *       "region": "eu"
                 *     }
                 */
                metadata?: {
                    [key: string]: unknown;
                };
            }[];
        };
        KnowledgeDocumentUpsert: {
            /**
             * @description The text, with Markdown headings: up to 200,000 characters. Upload more as a file.
             * @example # Returns
             *
             *     Within 30 days.
             */
            text?: string;
            /**
             * @description Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
             * @example Returns
             */
            title?: string;
            /** @description URL to which citations link; null for none. */
            url?: string | null;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "region": "eu"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        KnowledgeDocumentsAdded: {
            /** @description The documents, in the order in which they were sent. */
            items: components["schemas"]["KnowledgeDocument"][];
        };
        /** @description Finds only documents whose metadata matches; for keys that it doesn’t have, that of their source. */
        KnowledgeFilter: {
            /**
             * @description The value of each key, or a list of values: it must have one of them. Numbers and booleans are text. Max 10 keys with 50 values each.
             * @example {
             *       "region": [
             *         "eu",
             *         "uk"
             *       ]
             *     }
             */
            metadata: {
                [key: string]: string | string[];
            };
        };
        KnowledgePair: {
            /**
             * @description Pair identifier.
             * @example pair_01kg9vmz91fd3s6v8k0q2h5jax
             */
            _id: string;
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description The question.
             * @example Can I return a book?
             */
            question: string;
            /**
             * @description The answer.
             * @example Yes, within 30 days.
             */
            answer: string;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        KnowledgePairChanges: {
            /**
             * @description The question: up to 1,000 characters.
             * @example Can I return a book?
             */
            question?: string;
            /**
             * @description The answer: up to 10,000 characters.
             * @example Yes, within 30 days.
             */
            answer?: string;
        };
        KnowledgePairDraft: {
            /**
             * @description The question: up to 1,000 characters.
             * @example Can I return a book?
             */
            question: string;
            /**
             * @description The answer: up to 10,000 characters.
             * @example Yes, within 30 days.
             */
            answer: string;
        };
        KnowledgePairExport: {
            /**
             * @description The CSV with the columns `id`, `question` and `answer`: all pairs, at most 1,000.
             * @example id,question,answer
             */
            csv: string;
        };
        KnowledgePairImport: {
            /**
             * @description The CSV: columns `question`, `answer` and, if pairs are to be changed by it, `id`, divided by commas, semicolons or tabs. Without names in its first row, the first two columns are question and answer.
             * @example question,answer
             *     Can I return a book?,"Yes, within 30 days."
             */
            csv: string;
            /**
             * @description True to change nothing: what would happen is counted.
             * @example true
             */
            dryRun?: boolean;
        };
        KnowledgePairImportResult: {
            /**
             * @description Number of pairs that are new.
             * @example 12
             */
            created: number;
            /**
             * @description Number of pairs that are changed.
             * @example 3
             */
            updated: number;
            /**
             * @description Number of pairs that are as they were.
             * @example 85
             */
            unchanged: number;
            /** @description Rows that are wrong, the first 100; with any, nothing is imported. */
            errors: {
                /**
                 * @description The line of the CSV in which the row ends, from 1.
                 * @example 7
                 */
                line: number;
                /**
                 * @description Description of the problem.
                 * @example The answer is missing.
                 */
                message: string;
            }[];
        };
        /** @description A question to the knowledge sources of an agent. */
        KnowledgeQuery: {
            /**
             * @description The question, as a person asks it: 1 to 1,000 characters.
             * @example How long does delivery take?
             */
            query: string;
            /**
             * @description Max passages: 1 to 50, 8 unless set.
             * @example 3
             */
            topK?: number;
            /**
             * @description `lexical` (words and n-grams of characters) or `hybrid` (vectors as well). Unless set, `hybrid` if the instance has an embedding model.
             * @enum {string}
             */
            mode?: "lexical" | "hybrid";
            filter?: components["schemas"]["MetadataFilter"];
            /**
             * @description True to have the agent’s model put the best passages in order. This costs a call to the model.
             * @example false
             */
            rerank?: boolean;
        };
        KnowledgeReplay: {
            /**
             * @description Number of past questions that were asked again.
             * @example 50
             */
            questions: number;
            /** @description The questions whose first or cited passage changes. */
            changes: {
                /**
                 * @description The question.
                 * @example Can I return a book?
                 */
                question: string;
                /**
                 * @description Passage that was found before; null for no passage.
                 * @example null
                 */
                before: {
                    /**
                     * @description Title of the document.
                     * @example Returns
                     */
                    title: string;
                    /**
                     * @description The passage.
                     * @example Within 30 days.
                     */
                    quote: string;
                } | null;
                /**
                 * @description Passage that is found now; null for no passage.
                 * @example null
                 */
                after: {
                    /**
                     * @description Title of the document.
                     * @example Returns
                     */
                    title: string;
                    /**
                     * @description The passage.
                     * @example Within 30 days.
                     */
                    quote: string;
                } | null;
            }[];
            /**
             * @description Why questions were left out; else null.
             * @example null
             */
            note: string | null;
        };
        /** @description The passages that an agent would be shown, and why. */
        KnowledgeResults: {
            /** @description Passages, best first. Fewer than `topK` if the response would exceed 4 MiB. */
            items: components["schemas"]["Passage"][];
            /**
             * @description Method by which the passages were ranked.
             * @enum {string}
             */
            mode: "lexical" | "hybrid";
            /**
             * @description Deviations from the request, and their reasons; usually empty.
             * @example []
             */
            notes: string[];
        };
        KnowledgeSource: {
            /**
             * @description Knowledge source identifier.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            _id: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description `text` (pasted), `qa` (pairs of question and answer), `file`, `documents` (many files and texts), `url` (one page), `website` (pages of one host), `git` (files of a repository), `s3` (files of a bucket) or `notion` (pages of Notion).
             * @enum {string}
             */
            type: "text" | "qa" | "file" | "documents" | "url" | "website" | "git" | "s3" | "notion";
            /**
             * @description Name of the source.
             * @example Shipping and returns
             */
            name: string;
            /**
             * @description Your own ID; null if it has none.
             * @example null
             */
            externalId: string | null;
            /**
             * @description Your own data.
             * @example {
             *       "region": "eu"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description The state of the latest sync: `queued`, `processing`, `ready` or `failed`. Earlier content serves until a sync is complete, and after one that failed.
             * @enum {string}
             */
            status: "queued" | "processing" | "ready" | "failed";
            /**
             * @description Progress of a sync that runs or is continued; null if no sync runs.
             * @example null
             */
            progress: {
                /**
                 * @description Number of units that are done.
                 * @example 12
                 */
                done: number;
                /** @description Number of units in all; null if it is not known yet. */
                total: number | null;
                /**
                 * @description Unit of the numbers: `documents`, `pages` or `chunks`.
                 * @example pages
                 */
                unit: string;
                /**
                 * @description When a crawl goes on whose host asks it to wait; else absent.
                 * @example 2026-01-31T09:30:02.450Z
                 */
                waitsUntil?: string;
            } | null;
            /**
             * @description Why the latest sync failed; null if it did not.
             * @example null
             */
            error: {
                /**
                 * @description The stable code of the problem.
                 * @example encrypted_file
                 */
                code: string;
                /**
                 * @description Description of the problem.
                 * @example The file is encrypted.
                 */
                message: string;
                /**
                 * @description Remedy for the problem.
                 * @example Remove the password, then upload it again.
                 */
                hint: string;
            } | null;
            /**
             * @description Content that the latest sync left out; at most 100 items.
             * @example []
             */
            warnings: {
                /**
                 * @description The stable code of the warning.
                 * @example page_skipped
                 */
                code: string;
                /**
                 * @description Description of the content that was left out.
                 * @example Page 4 has no text.
                 */
                message: string;
            }[];
            /**
             * @description A version that waits for a review; null if none does.
             * @example null
             */
            review: components["schemas"]["KnowledgeSourceReview"] | null;
            /**
             * @description The version of the content that serves; 0 before the first.
             * @example 1
             */
            version: number;
            /**
             * @description Number of documents that serve.
             * @example 1
             */
            documentCount: number;
            /**
             * @description Number of chunks that serve.
             * @example 12
             */
            chunkCount: number;
            /**
             * @description UTF-8 bytes of the text of these documents.
             * @example 9120
             */
            bytes: number;
            /** @description Changes if and only if the content does; null before the first. */
            contentHash: string | null;
            /**
             * @description URL of the page, of the repository or of the S3 service, or where the website begins; else null.
             * @example null
             */
            url: string | null;
            /**
             * @description Patterns of URLs or paths that are read; empty unless set.
             * @example []
             */
            include: string[];
            /**
             * @description Patterns of URLs or paths that are left out; empty unless set.
             * @example []
             */
            exclude: string[];
            /**
             * @description Max pages of a website; else null.
             * @example null
             */
            maxPages: number | null;
            /**
             * @description Max links from the first page of a website; else null.
             * @example null
             */
            maxDepth: number | null;
            /**
             * @description The file of a source of that type; else null.
             * @example null
             */
            file: {
                /**
                 * @description Name of the file, without folders.
                 * @example handbook.pdf
                 */
                name: string;
                /**
                 * @description Media type as it was sent.
                 * @example application/pdf
                 */
                contentType: string;
                /**
                 * @description Size in bytes.
                 * @example 48211
                 */
                bytes: number;
                /**
                 * @description SHA-256 of the bytes, in hex.
                 * @example 9f86d081884c7d65
                 */
                hash: string;
            } | null;
            /**
             * @description Settings of a connected repository, bucket or Notion; else null.
             * @example null
             */
            connection: components["schemas"]["KnowledgeSourceConnection"] | null;
            /**
             * @description Interval at which content of another server is read again; null for on demand only.
             * @example null
             */
            syncInterval: ("hourly" | "daily" | "weekly" | "monthly") | null;
            /**
             * @description Time of the next scheduled sync: ISO 8601 UTC with milliseconds; null if none is scheduled.
             * @example null
             */
            nextSyncAt: string | null;
            /** @description Time of the latest sync that ended well: ISO 8601 UTC with milliseconds; null before the first. */
            lastSyncedAt: string | null;
            /**
             * @description Number of agents that use the source.
             * @example 2
             */
            agentCount: number;
            /**
             * @description Progress of the embedding; null before the first vector.
             * @example null
             */
            embedding: {
                /**
                 * @description Name of the embedding model.
                 * @example openai/text-embedding-3-small
                 */
                model: string;
                /**
                 * @description True if every chunk that serves has a vector.
                 * @example true
                 */
                complete: boolean;
                /** @description Length of the vectors; null before the first. */
                dimensions: number | null;
                /**
                 * @description Number of chunks that have a vector.
                 * @example 120
                 */
                done: number;
                /**
                 * @description Number of chunks that serve.
                 * @example 120
                 */
                total: number;
                /**
                 * @description Why there are no more, and what to do; null if nothing is wrong.
                 * @example null
                 */
                error: {
                    /**
                     * @description The stable code of the problem.
                     * @example encrypted_file
                     */
                    code: string;
                    /**
                     * @description Description of the problem.
                     * @example The file is encrypted.
                     */
                    message: string;
                    /**
                     * @description Remedy for the problem.
                     * @example Remove the password, then upload it again.
                     */
                    hint: string;
                } | null;
            } | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change, also of its content: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        KnowledgeSourceAgent: {
            /**
             * @description Agent identifier.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            _id: string;
            /**
             * @description Agent name.
             * @example Support
             */
            name: string;
            /**
             * @description `active` or `inactive`.
             * @enum {string}
             */
            status: "active" | "inactive";
        };
        KnowledgeSourceChanges: {
            /**
             * @description Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`; otherwise the file name or the URL.
             * @example Shipping and returns
             */
            name?: string;
            /** @description Your own ID; null for none. */
            externalId?: string | null;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "region": "eu"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description The text of a source of type `text`, with Markdown headings: up to 200,000 characters. Upload more as a file.
             * @example # Shipping
             *
             *     We ship within two days.
             */
            text?: string;
            /**
             * @description URL of the page, of the repository or of the S3 service without the bucket, or where the website begins: `http` or `https`, up to 2,000 characters.
             * @example https://example.com/help
             */
            url?: string;
            /**
             * @description Patterns of URLs or paths that a sync reads; `*` stands for any text without a slash, `**` for any folders. Max 50. Empty unless set.
             * @example []
             */
            include?: string[];
            /**
             * @description Patterns of URLs or paths that a sync leaves out; `*` stands for any text without a slash, `**` for any folders. Max 50. Empty unless set.
             * @example []
             */
            exclude?: string[];
            /**
             * @description Max pages of a website: 1 to 5,000. 200 unless set.
             * @example 200
             */
            maxPages?: number;
            /**
             * @description Max links from the first page of a website: 0 to 20. 5 unless set.
             * @example 5
             */
            maxDepth?: number;
            /**
             * @description Interval at which content of another server is read again; null for on demand only, which is the default.
             * @example weekly
             */
            syncInterval?: ("hourly" | "daily" | "weekly" | "monthly") | null;
            connection?: components["schemas"]["KnowledgeSourceConnectionDraft"];
        };
        KnowledgeSourceConnection: {
            /**
             * @description Branch or tag of a repository; null for its default branch.
             * @example null
             */
            branch: string | null;
            /**
             * @description Folder of a repository, or prefix in a bucket; null for all.
             * @example null
             */
            folder: string | null;
            /**
             * @description Name of a bucket; else null.
             * @example null
             */
            bucket: string | null;
            /**
             * @description Region of a bucket; null for us-east-1.
             * @example null
             */
            region: string | null;
            /**
             * @description Identifier of the access key of a bucket; else null.
             * @example null
             */
            accessKeyId: string | null;
            /**
             * @description Page or database of Notion, with all below it; null for all that are shared.
             * @example null
             */
            root?: string | null;
            /**
             * @description True if a token or a secret access key is stored. It is never returned.
             * @example true
             */
            hasCredentials: boolean;
        };
        /** @description Settings of a source of type `git`, `s3` or `notion`. */
        KnowledgeSourceConnectionDraft: {
            /**
             * @description Branch or tag of a repository; null for its default branch.
             * @example main
             */
            branch?: string | null;
            /**
             * @description Folder of a repository, or prefix in a bucket; null for all.
             * @example docs
             */
            folder?: string | null;
            /**
             * @description Name of the bucket. Required for `s3`.
             * @example handbook
             */
            bucket?: string | null;
            /**
             * @description Region of the bucket; `us-east-1` by default.
             * @example eu-central-1
             */
            region?: string | null;
            /**
             * @description Identifier of the access key of the bucket; null for a public one.
             * @example AKIAIOSFODNN7EXAMPLE
             */
            accessKeyId?: string | null;
            /**
             * @description Secret access key of the bucket. It is encrypted, and never returned.
             * @example wJalrXUtnFEMI
             */
            secretAccessKey?: string | null;
            /**
             * @description Page or database of Notion that is read with all below it, by its link or ID; null for all that are shared with the integration.
             * @example 1f0e2d3c4b5a69788796a5b4c3d2e1f0
             */
            root?: string | null;
            /**
             * @description Access token of the repository, or of the integration of Notion. It is encrypted, and never returned.
             * @example ghp_16C7e42F292c69C2
             */
            token?: string | null;
        };
        KnowledgeSourceContent: {
            /**
             * @description The text as it was sent.
             * @example We ship within two days.
             */
            text: string;
        };
        KnowledgeSourceDependents: {
            /**
             * @description Number of agents that use the source.
             * @example 2
             */
            agents: number;
            /**
             * @description Number of documents.
             * @example 30
             */
            documents: number;
            /**
             * @description Number of chunks.
             * @example 420
             */
            chunks: number;
            /**
             * @description Number of pairs of question and answer.
             * @example 0
             */
            pairs: number;
        };
        KnowledgeSourceDraft: {
            /**
             * @description `text`, `qa`, `documents`, `url`, `website`, `git`, `s3` or `notion`. To create one of type `file`, send `multipart/form-data`.
             * @enum {string}
             */
            type: "text" | "qa" | "documents" | "url" | "website" | "git" | "s3" | "notion";
            /**
             * @description Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`; otherwise the file name or the URL.
             * @example Shipping and returns
             */
            name?: string;
            /**
             * @description Identifier of the workspace. By default the only one that the caller reaches; required if there are several.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId?: string;
            /**
             * @description Your own ID: 1 to 200 characters, unique in the workspace.
             * @example cms-4711
             */
            externalId?: string;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "region": "eu"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description The text of a source of type `text`, with Markdown headings: up to 200,000 characters. Upload more as a file.
             * @example # Shipping
             *
             *     We ship within two days.
             */
            text?: string;
            /**
             * @description URL of the page, of the repository or of the S3 service without the bucket, or where the website begins: `http` or `https`, up to 2,000 characters.
             * @example https://example.com/help
             */
            url?: string;
            /**
             * @description Patterns of URLs or paths that a sync reads; `*` stands for any text without a slash, `**` for any folders. Max 50. Empty unless set.
             * @example []
             */
            include?: string[];
            /**
             * @description Patterns of URLs or paths that a sync leaves out; `*` stands for any text without a slash, `**` for any folders. Max 50. Empty unless set.
             * @example []
             */
            exclude?: string[];
            /**
             * @description Max pages of a website: 1 to 5,000. 200 unless set.
             * @example 200
             */
            maxPages?: number;
            /**
             * @description Max links from the first page of a website: 0 to 20. 5 unless set.
             * @example 5
             */
            maxDepth?: number;
            /**
             * @description Interval at which content of another server is read again; null for on demand only, which is the default.
             * @example weekly
             */
            syncInterval?: ("hourly" | "daily" | "weekly" | "monthly") | null;
            connection?: components["schemas"]["KnowledgeSourceConnectionDraft"];
            /**
             * @description Pairs of a source of type `qa`: max 1,000. Empty unless set.
             * @example []
             */
            pairs?: components["schemas"]["KnowledgePairDraft"][];
        };
        KnowledgeSourceHook: {
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description Address that starts a sync.
             * @example https://parley.example.com/api/knowledge-sources/src_01kg9vm5t3fy6k8q2h4d0n1zxc/inbound
             */
            url: string;
            /**
             * @description True if it has a secret, without which no request is accepted.
             * @example true
             */
            active: boolean;
            /** @description Time of its creation: ISO 8601 UTC with milliseconds; null if it has no secret. */
            createdAt: string | null;
            /** @description Time at which the current secret was made: ISO 8601 UTC with milliseconds; null if it has no secret. */
            rotatedAt: string | null;
            /**
             * @description Time of the latest signed request: ISO 8601 UTC with milliseconds; null before the first.
             * @example null
             */
            lastReceivedAt: string | null;
        };
        KnowledgeSourceHookReceived: {
            /**
             * @description The request is signed, and a sync is queued unless it is no push.
             * @enum {boolean}
             */
            received: true;
        };
        KnowledgeSourceHookRotation: {
            /**
             * @description Hours for which the old secret stays valid: 0 to 168. 24 unless set.
             * @example 24
             */
            overlapHours?: number;
        };
        KnowledgeSourceHookWithSecret: {
            hook: components["schemas"]["KnowledgeSourceHook"];
            /**
             * @description The secret that signs requests. This answer is the only one that has it.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        KnowledgeSourceReview: {
            /**
             * @description The version that waits.
             * @example 4
             */
            version: number;
            /**
             * Format: date-time
             * @description Time at which it began to wait: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
            /**
             * @description Why it waits, in sentences.
             * @example [
             *       "27 of 30 documents would be removed."
             *     ]
             */
            reasons: string[];
            /**
             * @description Number of documents of the version that serves.
             * @example 30
             */
            documentsBefore: number;
            /**
             * @description Number of documents of the version that waits.
             * @example 3
             */
            documentsAfter: number;
            /** @description Documents that would be removed; at most 20 of them. */
            lostDocuments: {
                /**
                 * @description Title of the document.
                 * @example Returns
                 */
                title: string;
                /**
                 * @description URL of the document; null if it has none.
                 * @example null
                 */
                url: string | null;
            }[];
            /** @description Passages that replies of the last 30 days cite and that would be removed; at most 20 of them. */
            lostCited: {
                /**
                 * @description Title of the document.
                 * @example Returns
                 */
                title: string;
                /**
                 * @description The passage that replies have cited.
                 * @example Within 30 days.
                 */
                quote: string;
            }[];
        };
        KnowledgeSourceReviewDecision: {
            /**
             * @description True to serve the version that waits; false to discard it.
             * @example true
             */
            approve: boolean;
        };
        KnowledgeSourceUpsert: {
            /**
             * @description `text`, `qa`, `documents`, `url`, `website`, `git`, `s3` or `notion`: required for a new source; that of an existing one stays.
             * @enum {string}
             */
            type?: "text" | "qa" | "documents" | "url" | "website" | "git" | "s3" | "notion";
            /**
             * @description Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`; otherwise the file name or the URL.
             * @example Shipping and returns
             */
            name?: string;
            /**
             * @description Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
             * @example {
             *       "region": "eu"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description The text of a source of type `text`, with Markdown headings: up to 200,000 characters. Upload more as a file.
             * @example # Shipping
             *
             *     We ship within two days.
             */
            text?: string;
            /**
             * @description URL of the page, of the repository or of the S3 service without the bucket, or where the website begins: `http` or `https`, up to 2,000 characters.
             * @example https://example.com/help
             */
            url?: string;
            /**
             * @description Patterns of URLs or paths that a sync reads; `*` stands for any text without a slash, `**` for any folders. Max 50. Empty unless set.
             * @example []
             */
            include?: string[];
            /**
             * @description Patterns of URLs or paths that a sync leaves out; `*` stands for any text without a slash, `**` for any folders. Max 50. Empty unless set.
             * @example []
             */
            exclude?: string[];
            /**
             * @description Max pages of a website: 1 to 5,000. 200 unless set.
             * @example 200
             */
            maxPages?: number;
            /**
             * @description Max links from the first page of a website: 0 to 20. 5 unless set.
             * @example 5
             */
            maxDepth?: number;
            /**
             * @description Interval at which content of another server is read again; null for on demand only, which is the default.
             * @example weekly
             */
            syncInterval?: ("hourly" | "daily" | "weekly" | "monthly") | null;
            connection?: components["schemas"]["KnowledgeSourceConnectionDraft"];
        };
        KnowledgeSync: {
            /**
             * @description Sync identifier.
             * @example sync_01kg9vm5t4e2c7n9r1x3z6bwmd
             */
            _id: string;
            /**
             * @description Identifier of the knowledge source.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            source: string;
            /**
             * @description The version that it made.
             * @example 4
             */
            version: number;
            /**
             * @description Why it began: `created`, `changed`, `requested`, `scheduled`, or `edited` for chunks that were edited.
             * @enum {string}
             */
            cause: "created" | "changed" | "requested" | "scheduled" | "edited";
            /**
             * @description `running`; `ready` or `unchanged`; `failed`; `review` while it waits for one, then `approved` or `rejected`.
             * @enum {string}
             */
            outcome: "running" | "ready" | "unchanged" | "failed" | "review" | "approved" | "rejected";
            /** @description Results in numbers. */
            facts: {
                /**
                 * @description Number of documents that are new.
                 * @example 1
                 */
                added: number;
                /**
                 * @description Number of documents whose text has changed.
                 * @example 2
                 */
                changed: number;
                /**
                 * @description Number of documents that are as they were; they were not indexed again.
                 * @example 27
                 */
                unchanged: number;
                /**
                 * @description Number of documents that are gone.
                 * @example 0
                 */
                removed: number;
                /**
                 * @description Number of documents that were left out, with a reason.
                 * @example 0
                 */
                skipped: number;
                /**
                 * @description Number of chunks that were indexed.
                 * @example 31
                 */
                chunks: number;
            };
            /**
             * @description Why it failed; null if it did not.
             * @example null
             */
            error: {
                /**
                 * @description The stable code.
                 * @example unreachable
                 */
                code: string;
                /**
                 * @description Description of the problem.
                 * @example The page can’t be reached.
                 */
                message: string;
            } | null;
            /** @description Past questions whose passage it changes; null if none were asked again. */
            replay: components["schemas"]["KnowledgeReplay"] | null;
            /**
             * Format: date-time
             * @description Time at which it began: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Time at which it ended: ISO 8601 UTC with milliseconds; null while it runs. */
            endedAt: string | null;
        };
        ListedAgent: {
            /**
             * @description Agent identifier, assigned by the service.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            _id: string;
            /**
             * @description Agent name.
             * @example Support
             */
            name: string;
            /**
             * @description Agent description; empty unless set.
             * @example Answers questions about orders.
             */
            description: string;
            /**
             * @description System prompt of the agent; empty unless set.
             * @example You are a friendly support agent of a bookshop. Answer briefly.
             */
            systemPrompt: string;
            /**
             * @description Name of the language model used by the agent; the default model of the instance unless set.
             * @example openai/gpt-5-mini
             */
            model: string;
            /**
             * @description Response temperature, range 0 to 1; 0.7 unless set.
             * @example 0.3
             */
            temperature: number;
            /**
             * @description `active` (the default) or `inactive`: an inactive agent can be read and edited, but accepts no message.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description Identifier of the workspace that owns the agent.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Identifiers of the knowledge sources attached to the agent, in the order in which they were set.
             * @example []
             */
            knowledgeSources: string[];
            /**
             * @description Models that answer if `model` fails before its first token, in this order; max 3, each named as `model`, none twice. Empty unless set.
             * @example [
             *       "anthropic/claude-sonnet-4-5"
             *     ]
             */
            fallbackModels: string[];
            /**
             * @description `open` (the default): the agent may answer without its knowledge sources. `grounded`: only what passages of them support is delivered. Other sentences are removed; if none is left, the reply says that it doesn’t know, and the question is kept as unanswered.
             * @enum {string}
             */
            answerMode: "open" | "grounded";
            /**
             * @description Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and names with the passages. `model`: the agent’s own model judges as well, at the cost of one more call; the reply is shown when it has been judged. If the model fails, the rules decide alone.
             * @enum {string}
             */
            groundingJudge: "rules" | "model";
            /**
             * @description True if the agent’s own model orders what its searches find, at the cost of one more call. False unless set.
             * @example false
             */
            rerank: boolean;
            /**
             * @description Its searches find only documents whose metadata, or else that of their source, matches; null for all, which is the default. So one source serves agents of several regions.
             * @example null
             */
            knowledgeFilter: components["schemas"]["KnowledgeFilter"] | null;
            /**
             * @description Tools that the agent can call, in the order in which they were set.
             * @example []
             */
            tools: components["schemas"]["AgentTool"][];
            /**
             * @description Your own ID; null if it has none.
             * @example null
             */
            externalId: string | null;
            /**
             * @description Your own data.
             * @example {
             *       "team": "support"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last accepted update: ISO 8601 UTC with milliseconds. Every update moves it forward.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
            /** @description Use of the agent; null if the caller may not read its conversations. Absent unless `includeActivity` is true. */
            activity?: {
                /**
                 * @description Number of conversations that were created in the last 30 days, including today, without those of the playground; days are in UTC.
                 * @example 140
                 */
                conversations: number;
                /** @description Time of its latest conversation or message, however long ago: ISO 8601 UTC with milliseconds; null if it has no conversation. */
                lastActiveAt: string | null;
            } | null;
        };
        ListedConversation: {
            /**
             * @description Conversation identifier, assigned by the service.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            _id: string;
            /**
             * @description Identifier of the agent to which it belongs.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Identifier of the agent to which it was handed over, and which replies; null while its own agent does.
             * @example null
             */
            answeringAgent: string | null;
            /**
             * @description Identifier of the workspace of the agent.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Identifier of the channel; null for a conversation of the API.
             * @example null
             */
            channel: string | null;
            /** @description Your ID for the end user; null if none was set. */
            userId: string | null;
            /**
             * @description Title; the beginning of the first message, at most 80 characters, unless set, and empty before that message.
             * @example Where is my parcel?
             */
            title: string;
            /**
             * @description `open`: the agent replies. `human`: a person has taken over, and the model stays silent. `closed`: no message is accepted.
             * @enum {string}
             */
            status: "open" | "human" | "closed";
            /**
             * @description User identifier of the person who has taken over; null unless the status is `human`.
             * @example null
             */
            takenBy: string | null;
            /**
             * @description Tags; empty unless set.
             * @example [
             *       "shipping"
             *     ]
             */
            tags: string[];
            /**
             * @description Your own data; empty unless set.
             * @example {
             *       "orderId": "10-4432"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Data about the visitor of a chat on the web; null if nothing is known, and for other conversations.
             * @example null
             */
            visitor: {
                /**
                 * @description Answers to the form of the channel, by the keys of its fields; may be empty.
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                form: {
                    [key: string]: string | boolean;
                };
                /**
                 * @description Context of the page around the chat; null if it is unknown. Nothing of it is verified.
                 * @example null
                 */
                context: {
                    /**
                     * @description The page where the visitor wrote last; null if it is unknown.
                     * @example null
                     */
                    page: {
                        /**
                         * @description URL of the page.
                         * @example https://example.com/products/42
                         */
                        url: string;
                        /**
                         * @description Title of the page; may be empty.
                         * @example Blue kettle
                         */
                        title: string;
                        /** @description URL of the page that linked to it; null without one. */
                        referrer: string | null;
                        /**
                         * Format: date-time
                         * @description Time at which the visitor wrote there: ISO 8601 UTC with milliseconds.
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        at: string;
                    } | null;
                    /**
                     * @description The page where the conversation began; null if it is unknown.
                     * @example null
                     */
                    firstPage: {
                        /**
                         * @description URL of the page.
                         * @example https://example.com/products/42
                         */
                        url: string;
                        /**
                         * @description Title of the page; may be empty.
                         * @example Blue kettle
                         */
                        title: string;
                        /** @description URL of the page that linked to it; null without one. */
                        referrer: string | null;
                        /**
                         * Format: date-time
                         * @description Time at which the visitor wrote there: ISO 8601 UTC with milliseconds.
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        at: string;
                    } | null;
                    /** @description Language of the browser; null if it is unknown. */
                    language: string | null;
                    /** @description The device of the visitor; null if it is unknown. */
                    device: ("desktop" | "tablet" | "phone") | null;
                    /**
                     * @description Whatever else the page told; empty if it told nothing.
                     * @example {
                     *       "plan": "pro",
                     *       "cartValue": 79.5
                     *     }
                     */
                    attributes: {
                        [key: string]: string | number | boolean;
                    };
                } | null;
            } | null;
            /**
             * @description True for a trial, as in the playground of the dashboard: the statistics count it apart.
             * @example false
             */
            playground: boolean;
            /**
             * @description Number of messages, replies included.
             * @example 2
             */
            messageCount: number;
            /** @description Time of the latest message: ISO 8601 UTC with milliseconds; null if there is no message. */
            lastMessageAt: string | null;
            /**
             * @description Identifier of the reply that is being written; null if none is.
             * @example null
             */
            turn: string | null;
            /** @description Tokens of all replies together. */
            usage: {
                /**
                 * @description Number of tokens in the prompts.
                 * @example 182
                 */
                inputTokens: number;
                /**
                 * @description Number of tokens in the replies.
                 * @example 24
                 */
                outputTokens: number;
            };
            /**
             * @description Feedback on the latest rated reply; null if no reply is rated.
             * @example null
             */
            rating: ("positive" | "negative") | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
            /** @description The latest message, shortened; null if there is no message. */
            lastMessage: {
                /**
                 * @description `user`: the end user. `assistant`: the agent. `human`: a person who took over.
                 * @example assistant
                 * @enum {string}
                 */
                role: "user" | "assistant" | "human";
                /**
                 * @description `streaming` while the reply is being written, then `complete`, `failed` or `cancelled`. `requires_action`: it waits until a person has approved a tool call or your code has answered one, and then goes on.
                 * @example complete
                 * @enum {string}
                 */
                status: "streaming" | "requires_action" | "complete" | "failed" | "cancelled";
                /**
                 * @description The beginning of its text, at most 140 characters: cut between words where possible, then it ends in `…`.
                 * @example It is on its way and should arrive on Monday.
                 */
                content: string;
                /**
                 * Format: date-time
                 * @description Time of creation: ISO 8601 UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * @description Kind of the first of its `attachments`; null if it has none.
                 * @example null
                 */
                attachmentKind: ("image" | "video" | "audio" | "voice" | "file" | "sticker" | "location" | "contact" | "poll" | "order" | "form" | "dice" | "message" | "other") | null;
            } | null;
            /**
             * @description True if it has a message that the person who asks, or whose key it is, hasn’t read or written; false for trials. Absent unless `includeUnread` is true.
             * @example true
             */
            unread?: boolean;
            /** @description The message in which `q` was found; absent if only the title contains it. */
            match?: {
                /**
                 * @description Identifier of the newest message that has the words.
                 * @example msg_01kg9vb2h5fz8c4m6x0q2n7tyd
                 */
                message: string;
                /**
                 * @description Up to 200 characters of its text around the first place; `…` where it is cut.
                 * @example Where is my late parcel?
                 */
                snippet: string;
                /** @description The places of the words in the snippet, in order. */
                ranges: {
                    /**
                     * @description Start, in UTF-16 units of the snippet.
                     * @example 12
                     */
                    start: number;
                    /**
                     * @description End, in the same units; it is not included.
                     * @example 23
                     */
                    end: number;
                }[];
            };
        };
        Liveness: {
            /**
             * @description Always `ok`; another state is an error.
             * @enum {string}
             */
            status: "ok";
        };
        Me: {
            /**
             * @description Credential of the request: an API key or a session.
             * @example key
             * @enum {string}
             */
            kind: "key" | "session";
            /** @description The signed-in user; for an API key, its user. */
            user: {
                /**
                 * @description User identifier.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                _id: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description Email address of the user, in lower case.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description True if the email address is verified. Otherwise the user can join only the account in which it began.
                 * @example true
                 */
                verified: boolean;
            };
            /**
             * @description True if the user owns the instance: its first person, unless the operator has named another one.
             * @example false
             */
            ownsInstance: boolean;
            /** @description The account of the caller. */
            account: {
                /**
                 * @description Account identifier.
                 * @example acct_01kg9v3fzjehh9t4vy2m8rnpx0
                 */
                _id: string;
                /**
                 * @description Plan of the account: `free`, `pro` or `business`.
                 * @example free
                 */
                plan: string;
            };
            /** @description The API key of the request; null for a session. */
            key: {
                /**
                 * @description API key identifier; not the key.
                 * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
                 */
                _id: string;
                /**
                 * @description Scopes of the key.
                 * @example [
                 *       "agents:read",
                 *       "conversations:read"
                 *     ]
                 */
                scopes: ("agents:read" | "agents:write" | "conversations:read" | "conversations:write" | "workspace:admin")[];
                /**
                 * @description Identifier of the only workspace that the key reaches; null for every workspace of its user in the account.
                 * @example null
                 */
                workspace: string | null;
                /** @description Time at which the key expires: ISO 8601 UTC with milliseconds; null if it never does. */
                expiresAt: string | null;
            } | null;
            /** @description The workspaces that the caller reaches. */
            workspaces: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                _id: string;
                /**
                 * @description Name of the workspace.
                 * @example Bookshop
                 */
                name: string;
                /**
                 * @description Role of the user in the workspace.
                 * @example owner
                 * @enum {string}
                 */
                role: "owner" | "admin" | "editor" | "viewer";
                /**
                 * @description Permissions of the caller: those that the role and, for an API key, its scopes allow.
                 * @example [
                 *       "agents:read",
                 *       "conversations:read"
                 *     ]
                 */
                permissions: ("agents:read" | "agents:write" | "conversations:read" | "conversations:write" | "workspace:admin")[];
            }[];
            /** @description The workspaces of the user that the session does not reach, because they require a second factor and the user has none. Empty for an API key. */
            lockedWorkspaces: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                _id: string;
                /**
                 * @description Name of the workspace.
                 * @example Bookshop
                 */
                name: string;
            }[];
            /** @description The current rate-limit window: of the account’s keys, or of the user’s sessions. */
            rateLimit: {
                /**
                 * @description Max requests per minute.
                 * @example 60
                 */
                limit: number;
                /**
                 * @description Number of requests left in the current window.
                 * @example 59
                 */
                remaining: number;
                /**
                 * Format: date-time
                 * @description Time at which the current window ends: ISO 8601 UTC with milliseconds.
                 * @example 2026-01-31T10:30:00.000Z
                 */
                resetsAt: string;
            };
            /** @description Work under way in the workspaces of the account, by any actor. */
            concurrency: {
                /** @description The replies being written of the account. */
                replies: {
                    /**
                     * @description Max replies being written at once, set by the plan.
                     * @example 10
                     */
                    limit: number;
                    /**
                     * @description Number of replies being written now.
                     * @example 1
                     */
                    used: number;
                };
                /** @description The open streams of the account. */
                streams: {
                    /**
                     * @description Max open streams at once, set by the plan.
                     * @example 50
                     */
                    limit: number;
                    /**
                     * @description Number of open streams now.
                     * @example 1
                     */
                    used: number;
                };
                /** @description The running exports of the account. */
                exports: {
                    /**
                     * @description Max running exports at once, set by the plan.
                     * @example 2
                     */
                    limit: number;
                    /**
                     * @description Number of running exports now.
                     * @example 1
                     */
                    used: number;
                };
            };
        };
        MeChanges: {
            /**
             * @description Your display name: up to 200 characters.
             * @example Ada Lovelace
             */
            name?: string;
        };
        MeDependents: {
            /** @description The workspaces that are deleted, because the user is their only member. */
            workspaces: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                _id: string;
                /**
                 * @description Workspace name.
                 * @example Bookshop
                 */
                name: string;
            }[];
            /**
             * @description Number of workspaces that the user leaves and that stay.
             * @example 1
             */
            memberships: number;
            /**
             * @description Number of API keys of the user that are not revoked.
             * @example 2
             */
            apiKeys: number;
            /**
             * @description Number of sessions.
             * @example 1
             */
            sessions: number;
            /**
             * @description Number of agents in the deleted workspaces.
             * @example 4
             */
            agents: number;
            /**
             * @description Number of conversations in the deleted workspaces.
             * @example 120
             */
            conversations: number;
            /**
             * @description Number of messages in the deleted workspaces.
             * @example 960
             */
            messages: number;
            /**
             * @description Number of channels in the deleted workspaces.
             * @example 2
             */
            channels: number;
            /**
             * @description Number of knowledge sources in the deleted workspaces.
             * @example 0
             */
            knowledgeSources: number;
            /**
             * @description Number of open invitations into the deleted workspaces.
             * @example 1
             */
            invitations: number;
            /**
             * @description Number of stored files in the deleted workspaces.
             * @example 0
             */
            files: number;
            /**
             * @description Number of bytes of these files.
             * @example 0
             */
            bytes: number;
        };
        MeRemoval: {
            /**
             * @description Your password. Required unless `dryRun` is true.
             * @example not-a-real-password
             */
            password?: string;
        };
        Member: {
            /** @description The person who is the member. */
            user: {
                /**
                 * @description User identifier.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                _id: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description Email address of the user, in lower case.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description True if the email address is verified. Otherwise the user can join only the account in which it began.
                 * @example true
                 */
                verified: boolean;
                /**
                 * @description `active`, or `suspended`: a suspended user and its keys are refused.
                 * @example active
                 */
                status: string;
            };
            /**
             * @description Role of the member in the workspace.
             * @example editor
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
            /**
             * Format: date-time
             * @description Time when the person joined the workspace: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
        };
        MemberChanges: {
            /**
             * @description Role of the member in the workspace.
             * @example editor
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
        };
        MemberPasswordReset: {
            /**
             * @description Email address of the user, in lower case.
             * @example ada@example.com
             */
            email: string;
            /** @description The link for the member, never returned again; null if the server mailed it to them. */
            url: string | null;
            /**
             * Format: date-time
             * @description Time at which the link stops working, one hour after creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T10:30:00.000Z
             */
            expiresAt: string;
        };
        Message: {
            /**
             * @description Message identifier, assigned by the service.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
             */
            _id: string;
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description `user`: the end user. `assistant`: the agent. `human`: a person who took over.
             * @example assistant
             * @enum {string}
             */
            role: "user" | "assistant" | "human";
            /**
             * @description Text of the message; of a reply that is being written, the text so far.
             * @example It is on its way and should arrive on Monday.
             */
            content: string;
            /**
             * @description `streaming` while the reply is being written, then `complete`, `failed` or `cancelled`. `requires_action`: it waits until a person has approved a tool call or your code has answered one, and then goes on.
             * @example complete
             * @enum {string}
             */
            status: "streaming" | "requires_action" | "complete" | "failed" | "cancelled";
            /**
             * @description User identifier of the person who wrote the message; null unless the role is `human`.
             * @example null
             */
            author: string | null;
            /**
             * @description Your ID for the message; null if none was sent.
             * @example null
             */
            clientMessageId: string | null;
            /** @description Identifier of the message that this one replies to; null unless it is a reply. */
            replyTo: string | null;
            /**
             * @description Passages of knowledge sources that the reply quotes; may be empty.
             * @example []
             */
            citations: components["schemas"]["Citation"][];
            /** @description Everything that the message consists of, in order: text, citations, tool calls and their results. `content` is the text of its parts, `citations` are their citations. A tool call has its result later in the list, unless the reply ended before. */
            parts: components["schemas"]["MessagePart"][];
            /**
             * @description Content that an end user sent beside text through a messenger or by mail, in order, at most 20; may be empty. Each has a line at the end of `content`, too, such as `[Photo, not seen: 120 kB]`.
             * @example []
             */
            attachments: components["schemas"]["MessageAttachment"][];
            /** @description Name of the model that wrote the reply; null unless the role is `assistant`. */
            model: string | null;
            /**
             * @description The models that failed before the first token of a step of the reply, in order, so that `model` wrote the rest; usually empty.
             * @example []
             */
            fallbacks: components["schemas"]["MessageFallback"][];
            /** @description Tokens of the reply, counted by the provider or else estimated; null until it has ended, if unknown, and for other roles. */
            usage: {
                /**
                 * @description Number of tokens in the prompts.
                 * @example 182
                 */
                inputTokens: number;
                /**
                 * @description Number of tokens in the replies.
                 * @example 24
                 */
                outputTokens: number;
            } | null;
            /** @description Time until the reply started, in milliseconds; null until then, and for other roles. */
            firstTokenMs: number | null;
            /** @description Time until the reply ended, in milliseconds; null until it has ended, and for other roles. */
            latencyMs: number | null;
            /**
             * @description Rating of the reply; null if it is not rated.
             * @example null
             */
            feedback: ("positive" | "negative") | null;
            /**
             * @description Comment on the rating; null if there is no comment.
             * @example null
             */
            feedbackComment: string | null;
            /** @description Why the reply ended: `stop`, `length`, `content-filter`, `tool-calls` (the limit of steps), `other`, `error`, `cancelled` or `interrupted` (the server ended). Null until it has ended, and for other roles. */
            finishReason: string | null;
            /**
             * @description Why the reply failed; null unless the status is `failed`.
             * @example null
             */
            error: components["schemas"]["MessageError"] | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        /** @description Content beside text, such as a photo or a location. The file itself isn’t stored. */
        MessageAttachment: {
            /**
             * @description Its kind. `message`: a message of a kind that isn’t read, such as a story. `other`: those beyond the 20 that are kept. Further kinds may be added.
             * @example image
             * @enum {string}
             */
            kind: "image" | "video" | "audio" | "voice" | "file" | "sticker" | "location" | "contact" | "poll" | "order" | "form" | "dice" | "message" | "other";
            /** @description Name of the file, or of the person or form: up to 200 characters; null if unknown. */
            name: string | null;
            /** @description Media type of the file, as the platform names it; null if unknown. */
            contentType: string | null;
            /** @description Size of the file in bytes; null if unknown. */
            size: number | null;
            /** @description Duration in seconds; null if it has none, or if unknown. */
            duration: number | null;
            /** @description Its words, such as the place of a location or the items of an order: up to 2,000 characters; null if it has none. */
            text: string | null;
        };
        /** @description The reply was cancelled, and has the parts so far. */
        MessageCancelledEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.cancelled";
            data: {
                message: components["schemas"]["Message"];
            };
        };
        /** @description The reply is complete: the whole message as stored. */
        MessageCompletedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.completed";
            data: {
                message: components["schemas"]["Message"];
            };
        };
        /** @description A message was created. A reply has no content yet, whenever you join: the events that follow carry it. */
        MessageCreatedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.created";
            data: {
                message: components["schemas"]["Message"];
            };
        };
        MessageDelivery: {
            /**
             * @description Identifier of the message.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
             */
            message: string;
            /**
             * @description Identifier of its conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the channel.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
            /**
             * @description `queued` (it will be sent, or sent again), `sent` (the platform has it), `delivered` (the platform says so), `failed` (`error` says why), or `unknown` (the service can’t tell whether it was sent, and sends it again only on request).
             * @example sent
             * @enum {string}
             */
            state: "queued" | "sent" | "delivered" | "failed" | "unknown";
            /**
             * @description The last problem; null if there was no problem.
             * @example null
             */
            error: components["schemas"]["DeliveryProblem"] | null;
            /**
             * @description Number of attempts so far.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description Time at which the message was complete: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        /** @description More text of the reply: append it. */
        MessageDeltaEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.delta";
            data: {
                /**
                 * @description The text to append.
                 * @example It is on its way
                 */
                text: string;
            };
        };
        MessageDraft: {
            /**
             * @description Text of the message: 1 to 100,000 characters, not all of them white space. Required unless `message` is given.
             * @example Where is my parcel? My order is 10-4432.
             */
            content?: string;
            /**
             * @description The same as `content`, under another name. If both are given, they must be equal.
             * @example Where is my parcel? My order is 10-4432.
             */
            message?: string;
            /**
             * @description `user` (the default), or `human`: the message of a person who has taken over.
             * @enum {string}
             */
            role?: "user" | "human";
            context?: components["schemas"]["PageContext"];
            /**
             * @description A JSON Schema with `type: object`: the `content` of the reply is then JSON that is valid against it. Draft 7 or 2020-12, at most 32 KiB and 32 levels deep, `$ref` only within it. Not for an agent whose `answerMode` is `grounded`. Any text unless set.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "mood": {
             *           "type": "string",
             *           "enum": [
             *             "happy",
             *             "angry"
             *           ]
             *         },
             *         "urgent": {
             *           "type": "boolean"
             *         }
             *       },
             *       "required": [
             *         "mood",
             *         "urgent"
             *       ]
             *     }
             */
            responseSchema?: {
                [key: string]: unknown;
            };
            /**
             * @description Your ID for the message: 1 to 200 characters, unique in its conversation. A repeat in the same conversation returns the message that was stored first. None unless set.
             * @example order-10-4432-1
             */
            clientMessageId?: string;
            /**
             * @description True to return server-sent events instead of JSON. By default, events only if the request has `Accept: text/event-stream`.
             * @example false
             */
            stream?: boolean;
        };
        MessageError: {
            /**
             * @description An error code of `Failure`, or `interrupted` if the server ended.
             * @example provider_error
             */
            code: string;
            /**
             * @description One sentence that says what is wrong.
             * @example The model’s provider is not available.
             */
            message: string;
            /**
             * @description HTTP status that the model’s provider returned; absent if it returned no status.
             * @example 503
             */
            providerStatus?: number;
            /**
             * @description What the model’s provider said, in its own words: up to 500 characters, with `[redacted]` in place of what looks like a secret. Absent if it said nothing. Visitors of a channel never get it.
             * @example The server is overloaded. Please try again later.
             */
            providerMessage?: string;
            /**
             * @description Why the model did not complete its reply; absent if the model is not the cause.
             * @example unavailable
             * @enum {string}
             */
            reason?: "context_too_long" | "unknown_model" | "content_policy" | "quota_used_up" | "bad_request" | "authentication" | "rate_limited" | "unavailable" | "timeout" | "invalid_response" | "schema_mismatch" | "not_configured";
        };
        /** @description The reply failed, and has the parts so far. Null if it was deleted. */
        MessageFailedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.failed";
            data: {
                /** @description The reply; null if it was deleted. */
                message: components["schemas"]["Message"] | null;
                /**
                 * @description One sentence that says what is wrong.
                 * @example The model’s provider is not available.
                 */
                error: string;
                /**
                 * @description `interrupted`, or an error code of `Failure`.
                 * @example provider_error
                 */
                code: string;
                /**
                 * @description Why the model did not complete its reply; absent if the model is not the cause.
                 * @example unavailable
                 * @enum {string}
                 */
                reason?: "context_too_long" | "unknown_model" | "content_policy" | "quota_used_up" | "bad_request" | "authentication" | "rate_limited" | "unavailable" | "timeout" | "invalid_response" | "schema_mismatch" | "not_configured";
            };
        };
        MessageFallback: {
            /**
             * @description Name of the model.
             * @example openai/gpt-5-mini
             */
            model: string;
            /**
             * @description An error code of `Failure`.
             * @example provider_error
             */
            code: string;
            /**
             * @description Why the model did not answer.
             * @example unavailable
             * @enum {string}
             */
            reason: "context_too_long" | "unknown_model" | "content_policy" | "quota_used_up" | "bad_request" | "authentication" | "rate_limited" | "unavailable" | "timeout" | "invalid_response" | "schema_mismatch" | "not_configured";
            /**
             * @description One sentence that says what is wrong.
             * @example The model openai/gpt-5-mini did not complete its reply: it answered with status 503.
             */
            message: string;
        };
        /** @description A part of a message; `type` tells them apart. Ignore types that you don’t know. */
        MessagePart: components["schemas"]["TextPart"] | components["schemas"]["ReasoningPart"] | components["schemas"]["CitationPart"] | components["schemas"]["ToolCallPart"] | components["schemas"]["ApprovalRequestedPart"] | components["schemas"]["ToolResultPart"];
        /** @description The message was rated, or its rating removed. */
        MessageRatedEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.rated";
            data: {
                message: components["schemas"]["Message"];
            };
        };
        /** @description The reply waits for a decision about a tool call, or for the result of one, and goes on afterwards. It ends the stream of one reply; in that of a conversation, `message.created` is sent again when the reply goes on. */
        MessageRequiresActionEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "message.requires_action";
            data: {
                message: components["schemas"]["Message"];
            };
        };
        /** @description Finds only documents whose metadata matches; for keys that it doesn’t have, that of their source. */
        MetadataFilter: {
            /**
             * @description The value of each key, or a list of values: it must have one of them. Numbers and booleans are text. Max 10 keys with 50 values each.
             * @example {
             *       "region": [
             *         "eu",
             *         "uk"
             *       ]
             *     }
             */
            metadata: {
                [key: string]: string | string[];
            };
        };
        ModelFailure: {
            /**
             * @description The kind of failure.
             * @example authentication
             * @enum {string}
             */
            reason: "context_too_long" | "unknown_model" | "content_policy" | "quota_used_up" | "bad_request" | "authentication" | "rate_limited" | "unavailable" | "timeout" | "invalid_response" | "schema_mismatch" | "not_configured";
            /**
             * @description One sentence that says what is wrong; its wording may change.
             * @example Its provider refused the API key (status 401).
             */
            message: string;
            /**
             * @description Next step to fix it; null if only a retry may help.
             * @example null
             */
            hint: string | null;
            /**
             * @description The provider’s HTTP status; null without one.
             * @example null
             */
            providerStatus: number | null;
            /**
             * @description The provider’s own words; null without any.
             * @example null
             */
            providerMessage: string | null;
        };
        ModelList: {
            /**
             * @description The model of an agent that is created without one: the operator’s choice, or else a current model of the first provider that can be used.
             * @example openai/gpt-5-mini
             */
            default: string;
            /** @description The items of this page. */
            items: {
                /**
                 * @description Value for an agent’s `model`: `provider/name`.
                 * @example openai/gpt-5-mini
                 */
                _id: string;
                /**
                 * @description Name of the provider.
                 * @example openai
                 */
                provider: string;
                /**
                 * @description True if the model can be used on this instance.
                 * @example true
                 */
                usable: boolean;
                /**
                 * @description Why it can’t be used; null if it can.
                 * @example null
                 */
                reason: string | null;
                /**
                 * @description Purpose of the model; null unless it is built in.
                 * @example null
                 */
                description: string | null;
            }[];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example null
             */
            nextCursor: string | null;
            /**
             * @description The number of all matching items; absent unless `includeTotal` is true.
             * @example 1
             */
            total?: number;
            /** @description The providers of the instance. */
            providers: {
                /**
                 * @description Name of the provider: the part of a model’s name before the `/`.
                 * @example openai
                 */
                name: string;
                /**
                 * @description True if the provider can be used on this instance.
                 * @example true
                 */
                usable: boolean;
                /**
                 * @description Why it can’t be used; null if it can.
                 * @example null
                 */
                reason: string | null;
                /**
                 * @description True if the provider accepts other model names than those in `items`.
                 * @example true
                 */
                open: boolean;
                /**
                 * @description Whether `items` has the models that the operator or the provider itself lists; otherwise it only suggests some.
                 * @example true
                 */
                listed: boolean;
                /**
                 * @description Why the provider’s list is not known; null if it is.
                 * @example null
                 */
                listReason: string | null;
            }[];
            /** @description The model that embeds knowledge sources; null if the operator has set none: sources are searched by words. */
            embedding: {
                /**
                 * @description As `provider/name`.
                 * @example openai/text-embedding-3-small
                 */
                model: string;
                /**
                 * @description Result of its last call; `untried` if this process has not called it since it started.
                 * @enum {string}
                 */
                state: "works" | "fails" | "untried";
                /**
                 * @description Reason of the failure; null unless it fails.
                 * @example null
                 */
                reason: string | null;
                /** @description Length of its vectors; null unless it works. */
                dimensions: number | null;
            } | null;
        };
        ModelProvider: {
            /**
             * @description Name of the provider.
             * @example openai
             */
            name: string;
            /**
             * @description Its API: that of a vendor, or one compatible with OpenAI’s.
             * @enum {string}
             */
            kind: "openai" | "anthropic" | "compatible";
            /**
             * @description True if the provider can be used on this instance.
             * @example true
             */
            usable: boolean;
            /**
             * @description Why it can’t be used; null if it can.
             * @example null
             */
            reason: string | null;
            /**
             * @description Source of its key. The environment wins over a stored one.
             * @example stored
             * @enum {string}
             */
            source: "none" | "environment" | "stored";
            /**
             * @description Name of the environment variable with its key.
             * @example OPENAI_API_KEY
             */
            setting: string;
            /**
             * @description Its base URL, if the operator has set one; the key is sent there. Null for the vendor’s own.
             * @example null
             */
            address: string | null;
            /** @description Last four characters of the stored key, if it is long. */
            lastFour: string | null;
            /** @description Time at which the key was stored: ISO 8601 UTC with milliseconds; null if none is. */
            setAt: string | null;
        };
        ModelProviderKey: {
            /**
             * @description The provider’s API key: visible ASCII characters without spaces. It is never returned.
             * @example sk-not-a-real-key
             */
            apiKey: string;
        };
        ModelProviderTest: {
            /**
             * @description True if the provider accepts the key.
             * @example true
             */
            ok: boolean;
            /** @description Number of models for conversations that it lists; null unless `ok`. */
            models: number | null;
            /**
             * @description Why not; null if `ok`.
             * @example null
             */
            failure: components["schemas"]["ModelFailure"] | null;
        };
        ModelProviderTestParams: {
            /**
             * @description A key to test before it is stored; absent for the one in use.
             * @example sk-not-a-real-key
             */
            apiKey?: string;
        };
        ModelProviders: {
            /** @description The vendors that are built in, then those of the operator. */
            items: components["schemas"]["ModelProvider"][];
        };
        ModelTest: {
            /**
             * @description True if the model replied.
             * @example true
             */
            ok: boolean;
            /**
             * @description The model as `provider/name`.
             * @example openai/gpt-5-mini
             */
            model: string;
            /** @description Its reply to “Reply with the word OK.”, up to 200 characters; null unless `ok`. */
            reply: string | null;
            /** @description Milliseconds until its first word; null unless `ok`. */
            latencyMs: number | null;
            /**
             * @description Why it did not reply; null if `ok`.
             * @example null
             */
            failure: components["schemas"]["ModelFailure"] | null;
        };
        ModelTestParams: {
            /**
             * @description The model: `provider/name`.
             * @example openai/gpt-5-mini
             */
            model: string;
        };
        NewApiKey: {
            /**
             * @description API key identifier, assigned by the service; not the key.
             * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
             */
            _id: string;
            /**
             * @description Name of the key.
             * @example Nightly export
             */
            name: string;
            /**
             * @description The prefix of every key.
             * @example parley_
             */
            prefix: string;
            /**
             * @description The last four characters of the key.
             * @example x0Zq
             */
            lastFour: string;
            /**
             * @description Scopes of the key; its user’s role must allow them, too.
             * @example [
             *       "agents:read",
             *       "conversations:read"
             *     ]
             */
            scopes: ("agents:read" | "agents:write" | "conversations:read" | "conversations:write" | "workspace:admin")[];
            /**
             * @description Label of the key; both environments have the same rights.
             * @example production
             * @enum {string}
             */
            environment: "development" | "production";
            /**
             * @description Identifier of the only workspace that the key reaches; null for every workspace of its user in the account.
             * @example null
             */
            workspace: string | null;
            /**
             * @description `active`, `inactive`, `expired` or `revoked`; only an active key is accepted.
             * @enum {string}
             */
            status: "active" | "inactive" | "expired" | "revoked";
            /**
             * @description Why the key is inactive: its user is `suspended`, or was `removed` from all that the key reaches. The key works again once that ends; null if it is not inactive.
             * @example null
             */
            inactiveReason: ("suspended" | "removed") | null;
            /** @description The user whose role the key has. */
            user: {
                /**
                 * @description User identifier.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                _id: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                name: string;
                /**
                 * @description Email address of the user, in lower case.
                 * @example ada@example.com
                 */
                email: string;
            };
            /**
             * @description Identifier of the key that this one replaces; null if it replaces none.
             * @example null
             */
            rotatedFrom: string | null;
            /**
             * @description Identifier of the key that replaced this one, the latest if there were several; null if the key was not rotated.
             * @example null
             */
            replacedBy: string | null;
            /**
             * @description Time at which a rotated key stops or stopped working: ISO 8601 UTC with milliseconds; null if the key was not rotated.
             * @example null
             */
            validUntil: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Time at which the key expires: ISO 8601 UTC with milliseconds; null if it never does. */
            expiresAt: string | null;
            /** @description Time of the last request with the key: ISO 8601 UTC with milliseconds, late by up to a minute; null if it was never used. */
            lastUsedAt: string | null;
            /**
             * @description Time of the revocation: ISO 8601 UTC with milliseconds; null if the key is not revoked.
             * @example null
             */
            revokedAt: string | null;
            /**
             * @description The key itself. It is never returned again.
             * @example parley_example-not-a-real-key
             */
            key: string;
        };
        NewChannel: {
            /**
             * @description Channel identifier.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            _id: string;
            /**
             * @description Identifier of its agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Kind of channel; `GET /api/channel-types` describes each.
             * @enum {string}
             */
            type: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
            /**
             * @description Name of the channel.
             * @example Shop
             */
            name: string;
            /**
             * @description `active` (the default), `inactive` (it accepts nothing) or `error`, which the service sets if messages can’t be delivered, and clears with the next that can.
             * @enum {string}
             */
            status: "active" | "inactive" | "error";
            /**
             * @description Settings of its kind, without secrets.
             * @example {
             *       "greeting": "Hello! How can we help?",
             *       "allowedOrigins": [
             *         "https://example.com"
             *       ]
             *     }
             */
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description Text for visitors while the agent is inactive: up to 2,000 characters; null for no text.
             * @example null
             */
            offlineMessage: string | null;
            /** @description Limits for visitors, and the text beyond them. */
            limits: {
                /**
                 * @description Max messages by a visitor and day (UTC): 1 to 1,000,000; null for any number. 100 unless set.
                 * @example null
                 */
                visitorMessagesPerDay: number | null;
                /**
                 * @description Max messages by all visitors of the channel and day (UTC): 1 to 1,000,000; null for any number. 2,000 unless set.
                 * @example null
                 */
                messagesPerDay: number | null;
                /**
                 * @description How much of `messagesPerDay` the visitors at one address (an IPv4 address or a /64 of IPv6) may use, in percent: 1 to 100; those of one /48 five times as much. 10 unless set. Of a widget or page.
                 * @example 10
                 */
                addressPercent: number;
                /**
                 * @description Max characters of a message: 1 to 100,000. A widget or page refuses a longer one; of a longer one from a messenger the model reads the beginning and the end. 4,000 unless set.
                 * @example 4000
                 */
                messageLength: number;
                /**
                 * @description Max tokens of earlier messages that the model reads with a message, as estimated: 0 to 1,000,000; null for as many as fit into its context. 8,000 unless set.
                 * @example null
                 */
                historyTokens: number | null;
                /**
                 * @description Text for visitors when a limit is reached: up to 500 characters; null for a sentence of the service.
                 * @example null
                 */
                message: string | null;
            };
            urls: components["schemas"]["ChannelUrls"];
            /**
             * @description Picture of a widget or page; null if it has none.
             * @example null
             */
            picture: components["schemas"]["ChannelPicture"] | null;
            /**
             * @description Your own ID; null if it has none.
             * @example null
             */
            externalId: string | null;
            /**
             * @description Your own data.
             * @example {
             *       "shop": "eu"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Time of the last message that came in: ISO 8601 UTC with milliseconds; null before the first.
             * @example null
             */
            lastEventAt: string | null;
            /**
             * @description Why messages can’t be delivered; null if they can.
             * @example null
             */
            lastError: components["schemas"]["ChannelProblem"] | null;
            /**
             * @description Time at which its platform was asked last whether all is well: ISO 8601 UTC with milliseconds; null if it has none, or before the first time.
             * @example null
             */
            lastCheckedAt: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
            /** @description The secret that proves identities of visitors (widget, page) or signs requests (webhook). It is shown once; null if the kind has none. */
            secret: string | null;
        };
        NewInvitation: {
            /**
             * @description Invitation identifier, assigned by the service.
             * @example inv_01kg9wa7k8f4q9z2c6m0rt5nye
             */
            _id: string;
            /**
             * @description Email address of the invited person, in lower case.
             * @example grace@example.com
             */
            email: string;
            /**
             * @description Role that the person gets by accepting.
             * @example editor
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time at which the link stops working, seven days after creation: ISO 8601 UTC with milliseconds.
             * @example 2026-02-07T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description State of the mail with the link; null if no mail was sent.
             * @example null
             */
            delivery: components["schemas"]["InvitationDelivery"] | null;
            /** @description The link for the invited person, never returned again; null if the server mailed it to them. */
            url: string | null;
        };
        NewPasskeyChallenge: {
            /**
             * @description Sent back with the new passkey; works once.
             * @example example-token-not-real
             */
            token: string;
            options: components["schemas"]["PasskeyCreationOptions"];
            /**
             * Format: date-time
             * @description Time at which the token stops working: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T10:30:00.000Z
             */
            expiresAt: string;
        };
        NewTotp: {
            /**
             * @description The secret in base 32, to type it.
             * @example EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM
             */
            secret: string;
            /**
             * @description The same as an `otpauth:` URI, for a QR code.
             * @example otpauth://totp/Parley:ada%40example.com?issuer=Parley&secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM
             */
            uri: string;
        };
        /** @description The periods of each weekday. */
        OpeningDays: {
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            monday: components["schemas"]["OpeningPeriod"][];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            tuesday: components["schemas"]["OpeningPeriod"][];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            wednesday: components["schemas"]["OpeningPeriod"][];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            thursday: components["schemas"]["OpeningPeriod"][];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            friday: components["schemas"]["OpeningPeriod"][];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            saturday: components["schemas"]["OpeningPeriod"][];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            sunday: components["schemas"]["OpeningPeriod"][];
        };
        /**
         * @description The periods of each weekday; closed on a day that is left out.
         * @example {
         *       "monday": [
         *         {
         *           "from": "09:00",
         *           "to": "12:30"
         *         }
         *       ],
         *       "saturday": []
         *     }
         */
        OpeningDaysDraft: {
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            monday?: {
                [key: string]: string;
            }[];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            tuesday?: {
                [key: string]: string;
            }[];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            wednesday?: {
                [key: string]: string;
            }[];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            thursday?: {
                [key: string]: string;
            }[];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            friday?: {
                [key: string]: string;
            }[];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            saturday?: {
                [key: string]: string;
            }[];
            /**
             * @description Periods in which it is open, up to 10, which don't overlap: `from` and `to` as `HH:MM`, `24:00` for midnight; empty if closed.
             * @example [
             *       {
             *         "from": "09:00",
             *         "to": "12:30"
             *       }
             *     ]
             */
            sunday?: {
                [key: string]: string;
            }[];
        };
        OpeningPeriod: {
            /**
             * @description Time at which it opens.
             * @example 09:00
             */
            from: string;
            /**
             * @description Time at which it closes.
             * @example 12:30
             */
            to: string;
        };
        /** @description The page around the chat, as the page tells it: nothing of it is verified. Fields that are left out keep their values. Only from a visitor. */
        PageContext: {
            /**
             * @description URL of the page: http or https. Its user, password and fragment are not stored.
             * @example https://example.com/products/42
             */
            url?: string;
            /**
             * @description Title of the page: up to 300 characters.
             * @example Blue kettle
             */
            title?: string;
            /**
             * @description URL of the page that linked to it; like `url`. Empty for none.
             * @example https://www.example.org/
             */
            referrer?: string;
            /**
             * @description Language of the browser, such as `en-GB`.
             * @example en-GB
             */
            language?: string;
            /**
             * @description The device of the visitor.
             * @example desktop
             * @enum {string}
             */
            device?: "desktop" | "tablet" | "phone";
            /**
             * @description Whatever else the page knows: max 20 values, texts up to 200 characters.
             * @example {
             *       "plan": "pro",
             *       "cartValue": 79.5
             *     }
             */
            attributes?: {
                [key: string]: string | number | boolean;
            };
        };
        /** @description A passage that a search has found. */
        Passage: {
            /** @description The knowledge source that has the passage. */
            source: {
                /**
                 * @description Identifier of the source.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                _id: string;
                /**
                 * @description Name of the source.
                 * @example Help pages
                 */
                name: string;
                /**
                 * @description Type of the source.
                 * @example website
                 */
                type: string;
            };
            /**
             * @description Identifier of the document.
             * @example doc_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            document: string;
            /**
             * @description Title of the document.
             * @example Delivery
             */
            title: string;
            /**
             * @description URL of the document; null if it has none.
             * @example https://shop.example/help/delivery
             */
            url: string | null;
            /**
             * @description Version of the source.
             * @example 3
             */
            version: number;
            /**
             * @description Number of the chunk in its source.
             * @example 17
             */
            chunk: number;
            /**
             * @description The headings above it, outermost first.
             * @example [
             *       "Delivery",
             *       "Times"
             *     ]
             */
            headings: string[];
            /**
             * @description Page of the document, from 1; null if it has no pages.
             * @example null
             */
            page: number | null;
            /**
             * @description Index at which it begins in the text of the document, in UTF-16 code units.
             * @example 120
             */
            start: number;
            /**
             * @description Index at which it ends, in UTF-16 code units.
             * @example 177
             */
            end: number;
            /**
             * @description The passage itself.
             * @example Delivery takes two working days. Express arrives tomorrow.
             */
            text: string;
            /**
             * @description Sum over the rankings of weight / (60 + place): compare it within one response only.
             * @example 0.0327
             */
            score: number;
            /** @description Its place in each ranking. */
            ranks: {
                /**
                 * @description Place in the ranking by words and n-grams, from 1; null if that ranking didn’t find it.
                 * @example 1
                 */
                lexical: number | null;
                /**
                 * @description Place in the ranking by vectors, from 1; null if that ranking didn’t find it.
                 * @example 1
                 */
                vectors: number | null;
                /**
                 * @description Place in the ranking by the agent’s model, from 1; null if that ranking didn’t find it.
                 * @example 1
                 */
                rerank: number | null;
            };
            /**
             * @description The words of the question that it has, folded.
             * @example [
             *       "delivery",
             *       "take"
             *     ]
             */
            terms: string[];
            /**
             * @description Start and end of each match in `text`, in UTF-16 code units; up to 100.
             * @example [
             *       [
             *         0,
             *         8
             *       ]
             *     ]
             */
            highlights: number[][];
        };
        Passkey: {
            /**
             * @description Passkey identifier, assigned by the service.
             * @example passkey_01kg9v5c2mf7jrd1y8h4t6w0qk
             */
            _id: string;
            /**
             * @description Name of the passkey.
             * @example Laptop
             */
            name: string;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description Time of the last use: ISO 8601 UTC with milliseconds; null if it was never used. */
            lastUsedAt: string | null;
            /**
             * @description True if it is synced to other devices of the user.
             * @example true
             */
            backedUp: boolean;
        };
        PasskeyAnswer: {
            /**
             * @description The token of `passkey-options`.
             * @example example-token-not-real
             */
            token: string;
            response: components["schemas"]["PasskeyAssertion"];
        };
        PasskeyAsk: {
            /**
             * @description The token of a sign-in that lacks its second factor; absent to sign in with a passkey alone.
             * @example example-token-not-real
             */
            token?: string;
        };
        /** @description The JSON of the credential that `navigator.credentials.get()` returned. */
        PasskeyAssertion: {
            /**
             * @description Identifier of the credential: up to 512 bytes in base64url.
             * @example ZXhhbXBsZQ
             */
            id: string;
            /**
             * @description Identifier of the credential: up to 512 bytes in base64url.
             * @example ZXhhbXBsZQ
             */
            rawId: string;
            /**
             * @description Always `public-key`.
             * @example public-key
             * @enum {string}
             */
            type: "public-key";
            /**
             * @description Results of extensions; ignored, so absent is the same.
             * @example {}
             */
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            /** @description The signature, and the data that it signs. */
            response: {
                /**
                 * @description Client data that the authenticator signed, as JSON in base64url.
                 * @example ZXhhbXBsZQ
                 */
                clientDataJSON: string;
                /**
                 * @description Data of the authenticator in base64url.
                 * @example ZXhhbXBsZQ
                 */
                authenticatorData: string;
                /**
                 * @description The signature in base64url.
                 * @example ZXhhbXBsZQ
                 */
                signature: string;
                /** @description The user of the passkey; absent or null if the authenticator has not stored it. */
                userHandle?: string | null;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description The JSON of the credential that `navigator.credentials.create()` returned. */
        PasskeyAttestation: {
            /**
             * @description Identifier of the credential: up to 512 bytes in base64url.
             * @example ZXhhbXBsZQ
             */
            id: string;
            /**
             * @description Identifier of the credential: up to 512 bytes in base64url.
             * @example ZXhhbXBsZQ
             */
            rawId: string;
            /**
             * @description Always `public-key`.
             * @example public-key
             * @enum {string}
             */
            type: "public-key";
            /**
             * @description Results of extensions; ignored, so absent is the same.
             * @example {}
             */
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            /** @description The new public key. */
            response: {
                /**
                 * @description Client data that the authenticator signed, as JSON in base64url.
                 * @example ZXhhbXBsZQ
                 */
                clientDataJSON: string;
                /**
                 * @description The public key with data of the authenticator, in base64url.
                 * @example ZXhhbXBsZQ
                 */
                attestationObject: string;
                /**
                 * @description Transports by which the browser reaches the authenticator; absent if it does not say.
                 * @example [
                 *       "internal",
                 *       "hybrid"
                 *     ]
                 */
                transports?: string[];
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        PasskeyChallenge: {
            /**
             * @description Sent back with the answer of the passkey; works once.
             * @example example-token-not-real
             */
            token: string;
            options: components["schemas"]["PasskeyRequestOptions"];
            /**
             * Format: date-time
             * @description Time at which the token stops working: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T10:30:00.000Z
             */
            expiresAt: string;
        };
        PasskeyChanges: {
            /**
             * @description Name of the passkey: 1 to 100 characters after trimming.
             * @example Laptop
             */
            name: string;
        };
        /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`. */
        PasskeyCreationOptions: {
            /**
             * @description Challenge to sign, in base64url.
             * @example ZXhhbXBsZQ
             */
            challenge: string;
            /**
             * @description Max time that the browser waits for the user, in ms.
             * @example 300000
             */
            timeout: number;
            /** @description The site that the passkey belongs to. */
            rp: {
                /**
                 * @description The host of the dashboard.
                 * @example parley.example.com
                 */
                id: string;
                /**
                 * @description Shown to the user.
                 * @example Parley
                 */
                name: string;
            };
            /** @description The user who will own the passkey. */
            user: {
                /**
                 * @description Identifier of the user, in base64url.
                 * @example ZXhhbXBsZQ
                 */
                id: string;
                /**
                 * @description Email address of the user.
                 * @example ada@example.com
                 */
                name: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                displayName: string;
            };
            /** @description The accepted algorithms, the preferred one first. */
            pubKeyCredParams: {
                /**
                 * @description COSE identifier of an algorithm.
                 * @example -7
                 */
                alg: number;
                /**
                 * @description Always `public-key`.
                 * @example public-key
                 * @enum {string}
                 */
                type: "public-key";
            }[];
            /** @description The passkeys that the user has already. */
            excludeCredentials: {
                /**
                 * @description Identifier of a credential in base64url.
                 * @example ZXhhbXBsZQ
                 */
                id: string;
                /**
                 * @description Always `public-key`.
                 * @example public-key
                 * @enum {string}
                 */
                type: "public-key";
                /**
                 * @description Transports by which browsers reach it; absent if unknown.
                 * @example [
                 *       "internal",
                 *       "hybrid"
                 *     ]
                 */
                transports?: string[];
            }[];
            /** @description Requirements for the authenticator. */
            authenticatorSelection: {
                /**
                 * @description `required` if the authenticator must store the user, for signing in with a passkey alone.
                 * @example preferred
                 * @enum {string}
                 */
                residentKey: "required" | "preferred";
                /**
                 * @description The same for older browsers.
                 * @example false
                 */
                requireResidentKey: boolean;
                /**
                 * @description `required` if the authenticator must verify the user, by a PIN or a fingerprint.
                 * @example preferred
                 * @enum {string}
                 */
                userVerification: "required" | "preferred";
            };
            /**
             * @description Always `none`: any authenticator is accepted.
             * @enum {string}
             */
            attestation: "none";
        };
        PasskeyDraft: {
            /**
             * @description The token of `options`.
             * @example example-token-not-real
             */
            token: string;
            /**
             * @description Name of the passkey: 1 to 100 characters after trimming.
             * @example Laptop
             */
            name: string;
            response: components["schemas"]["PasskeyAttestation"];
        };
        /** @description For `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`. */
        PasskeyRequestOptions: {
            /**
             * @description Challenge to sign, in base64url.
             * @example ZXhhbXBsZQ
             */
            challenge: string;
            /**
             * @description Max time that the browser waits for the user, in ms.
             * @example 300000
             */
            timeout: number;
            /**
             * @description The host of the dashboard.
             * @example parley.example.com
             */
            rpId: string;
            /** @description The passkeys of the user; empty for any of this host. */
            allowCredentials: {
                /**
                 * @description Identifier of a credential in base64url.
                 * @example ZXhhbXBsZQ
                 */
                id: string;
                /**
                 * @description Always `public-key`.
                 * @example public-key
                 * @enum {string}
                 */
                type: "public-key";
                /**
                 * @description Transports by which browsers reach it; absent if unknown.
                 * @example [
                 *       "internal",
                 *       "hybrid"
                 *     ]
                 */
                transports?: string[];
            }[];
            /**
             * @description `required` if the authenticator must verify the user, by a PIN or a fingerprint.
             * @example preferred
             * @enum {string}
             */
            userVerification: "required" | "preferred";
        };
        PasswordChange: {
            /**
             * @description The current password.
             * @example not-a-real-password
             */
            currentPassword: string;
            /**
             * @description The new password: 12 to 1,024 characters.
             * @example not-a-real-password-either
             */
            newPassword: string;
        };
        PasswordResetConfirmation: {
            /**
             * @description The token in the link: what follows `#token=`.
             * @example example-token-not-real
             */
            token: string;
            /**
             * @description The new password: 12 to 1,024 characters.
             * @example not-a-real-password-either
             */
            password: string;
        };
        PasswordResetDone: {
            /** @description The user, now signed in. */
            user: {
                /**
                 * @description User identifier.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                _id: string;
                /**
                 * @description Email address of the user, in lower case.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                name: string;
            };
        };
        PasswordResetRequest: {
            /**
             * Format: email
             * @description Email address of the user, in any case: up to 254 characters.
             * @example ada@example.com
             */
            email: string;
        };
        PasswordResetWays: {
            /**
             * @description True if the server mails links; otherwise an admin of a workspace or the operator creates one.
             * @example true
             */
            mail: boolean;
        };
        Quotas: {
            /**
             * @description Plan of the account: `free`, `pro` or `business`.
             * @example free
             */
            plan: string;
            /** @description The quotas, always in the same order. */
            items: {
                /**
                 * @description Name of the quota; `storedBytes` counts the bytes of files, `knowledgeBytes` those of the text of sources.
                 * @example agents
                 * @enum {string}
                 */
                kind: "workspaces" | "members" | "invitations" | "apiKeys" | "agents" | "channels" | "conversations" | "webhooks" | "tools" | "storedBytes" | "knowledgeSources" | "knowledgeChunks" | "knowledgeBytes";
                /**
                 * @description Amount that the account has, in all of its workspaces.
                 * @example 4
                 */
                used: number;
                /** @description Amount that it may have, set by the plan; null if unlimited. */
                limit: number | null;
            }[];
        };
        Readiness: {
            /**
             * @description Always `ready`; another state is an error.
             * @enum {string}
             */
            status: "ready";
        };
        /** @description More thoughts of the model, which are no part of the text. Visitors don’t get it. */
        ReasoningEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "reasoning";
            data: {
                /**
                 * @description The thoughts, which are no part of `content`; those of several parts in a row belong together. A reply keeps up to 32,768 characters of them.
                 * @example The customer asks for a parcel.
                 */
                text: string;
                /**
                 * @description Present if the model thought more than is kept.
                 * @enum {boolean}
                 */
                truncated?: true;
            };
        };
        ReasoningPart: {
            /**
             * @description A piece of the thoughts of the model.
             * @enum {string}
             */
            type: "reasoning";
            /**
             * @description The thoughts, which are no part of `content`; those of several parts in a row belong together. A reply keeps up to 32,768 characters of them.
             * @example The customer asks for a parcel.
             */
            text: string;
            /**
             * @description Present if the model thought more than is kept.
             * @enum {boolean}
             */
            truncated?: true;
        };
        RecoveryCodes: {
            /**
             * @description The codes, never returned again; each works once.
             * @example [
             *       "4k7xq-9m2rd",
             *       "w3hn8-c6ztj"
             *     ]
             */
            recoveryCodes: string[];
        };
        /** @description One server-sent event of a reply: the lines `id`, `event` and `data`. The last one is `message.completed`, `message.failed`, `message.cancelled` or `message.requires_action`. Ignore events that you don’t know. */
        ReplyStreamEvent: components["schemas"]["MessageCreatedEvent"] | components["schemas"]["MessageDeltaEvent"] | components["schemas"]["ReasoningEvent"] | components["schemas"]["CitationEvent"] | components["schemas"]["ToolCallEvent"] | components["schemas"]["ApprovalRequestedEvent"] | components["schemas"]["ToolResultEvent"] | components["schemas"]["MessageCompletedEvent"] | components["schemas"]["MessageCancelledEvent"] | components["schemas"]["MessageRequiresActionEvent"] | components["schemas"]["MessageFailedEvent"];
        RoomAccount: {
            /**
             * @description Identifier of the connection.
             * @example racc_01kg9wg1p7f4kb6t2y9d5x3n8r
             */
            _id: string;
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description `slack` or `telegram`.
             * @example slack
             */
            platform: string;
            /**
             * @description ID of the account at the platform.
             * @example U0ADA00001
             */
            externalId: string;
            /**
             * @description Name of the account at the platform, empty if unknown.
             * @example ada
             */
            name: string;
            /**
             * Format: date-time
             * @description Time at which it was connected: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
        };
        RoomAccounts: {
            /** @description Your accounts, the newest first: at most one per platform and workspace. */
            items: components["schemas"]["RoomAccount"][];
        };
        RoomCode: {
            /**
             * @description The code. This answer is the only one that has it.
             * @example 7q2m9x4t1kzd
             */
            code: string;
            /**
             * @description The message to send to the bot, in a direct message and not in the room.
             * @example connect 7q2m9x4t1kzd
             */
            command: string;
            /**
             * Format: date-time
             * @description Time at which it stops working: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T10:30:00.000Z
             */
            expiresAt: string;
        };
        RoomCodeDraft: {
            /**
             * @description Identifier of the workspace in whose room you want to decide.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId: string;
        };
        RotatedChannel: {
            channel: components["schemas"]["Channel"];
            /** @description The secret that proves identities of visitors (widget, page) or signs requests (webhook). It is shown once; null if the kind has none. */
            secret: string | null;
        };
        SecondFactor: {
            /** @description The authenticator app; null if the user has no app. */
            totp: {
                /**
                 * Format: date-time
                 * @description Time at which the first code confirmed it: ISO 8601 UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
            } | null;
            /** @description The passkeys, in the order of their creation; max 20. */
            passkeys: components["schemas"]["Passkey"][];
            /** @description The recovery codes; null if the user has no codes. */
            recoveryCodes: {
                /**
                 * @description Number of codes that are not used yet.
                 * @example 10
                 */
                left: number;
                /**
                 * Format: date-time
                 * @description Time at which the codes were created: ISO 8601 UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
            } | null;
            /** @description The workspaces of the user that require a second factor. */
            requiredBy: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                _id: string;
                /**
                 * @description Name of the workspace.
                 * @example Bookshop
                 */
                name: string;
            }[];
        };
        /** @description The second factor of a user who has one; absent if it was not asked. */
        SecondFactorProof: {
            /**
             * @description The token of the sign-in, from `secondFactor` of the error or from `passkey-options`.
             * @example example-token-not-real
             */
            token: string;
            /**
             * @description Six digits of the authenticator app, or a recovery code; spaces, hyphens and case are ignored.
             * @example 123456
             */
            code?: string;
            passkey?: components["schemas"]["PasskeyAssertion"];
        };
        SecondFactorStart: {
            /**
             * @description The current password. Required for the first second factor unless the sign-in, or a confirmation, is at most 15 minutes old.
             * @example not-a-real-password
             */
            password?: string;
        };
        Session: {
            /**
             * @description Session identifier, assigned by the service.
             * @example sess_01kg9v5b0nftha1r6e8c3zjm2p
             */
            _id: string;
            /**
             * @description True if it is the session of this request.
             * @example true
             */
            current: boolean;
            /**
             * @description `User-Agent` of the sign-in: its first 300 characters.
             * @example Mozilla/5.0 (X11; Linux x86_64)
             */
            userAgent: string;
            /**
             * @description IP address of the sign-in.
             * @example 203.0.113.7
             */
            address: string;
            /**
             * Format: date-time
             * @description Time of the sign-in: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last request, late by up to a minute: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T10:30:00.000Z
             */
            lastSeenAt: string;
            /**
             * Format: date-time
             * @description Time at which the session ends: ISO 8601 UTC with milliseconds.
             * @example 2026-02-07T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description Methods by which the user signed in.
             * @example [
             *       "password",
             *       "totp"
             *     ]
             */
            methods: ("password" | "totp" | "passkey" | "recovery_code" | "invitation" | "password_reset" | "setup")[];
            /**
             * Format: date-time
             * @description Time at which the user last proved who they are: the sign-in, or a later confirmation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            confirmedAt: string;
        };
        SessionConfirmation: {
            /**
             * @description The current password, of a user without a second factor.
             * @example not-a-real-password
             */
            password?: string;
            /**
             * @description Six digits of the authenticator app, or a recovery code; spaces, hyphens and case are ignored.
             * @example 123456
             */
            code?: string;
            /**
             * @description The token of `confirmation/options`, with `passkey`.
             * @example example-token-not-real
             */
            token?: string;
            passkey?: components["schemas"]["PasskeyAssertion"];
        };
        Setup: {
            /**
             * @description The token in the link that the server printed.
             * @example example-token-not-real
             */
            token: string;
            /**
             * Format: email
             * @description Email address of the owner: up to 254 characters, stored in lower case.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Password of the owner: 12 to 1,024 characters.
             * @example not-a-real-password
             */
            password: string;
            /**
             * @description Name of the owner: up to 200 characters. By default the part of the email address before the `@`.
             * @example Ada Lovelace
             */
            name?: string;
            /**
             * @description Name of the first workspace: 1 to 100 characters after trimming. `My workspace` by default.
             * @example Bookshop
             */
            workspaceName?: string;
        };
        SetupDone: {
            /** @description The owner, now signed in. */
            user: {
                /**
                 * @description User identifier.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                _id: string;
                /**
                 * @description Email address of the user, in lower case.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                name: string;
            };
            /** @description The first workspace. */
            workspace: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                _id: string;
                /**
                 * @description Workspace name.
                 * @example Bookshop
                 */
                name: string;
            };
        };
        SetupState: {
            /**
             * @description Always true; once the first owner exists, the path returns 404.
             * @enum {boolean}
             */
            open: true;
        };
        SignIn: {
            /**
             * @description Email address of the user, in any case.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Password of the user.
             * @example not-a-real-password
             */
            password: string;
        };
        SignedIn: {
            /** @description The user who is signed in. */
            user: {
                /**
                 * @description User identifier.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                _id: string;
                /**
                 * @description Email address of the user, in lower case.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description Display name of the user.
                 * @example Ada Lovelace
                 */
                name: string;
            };
            /**
             * Format: date-time
             * @description Time at which the session ends: ISO 8601 UTC with milliseconds.
             * @example 2026-02-07T09:30:00.000Z
             */
            expiresAt: string;
        };
        SkippedDefinition: {
            /**
             * @description Its name at the server.
             * @example huge
             */
            name: string;
            /**
             * @description Why.
             * @example Several tools have this name.
             */
            reason: string;
        };
        Team: {
            /**
             * @description Team identifier.
             * @example team_01kg9wg5r2e8st4m6x0k3c7d9v
             */
            _id: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Team name: 1 to 80 characters after trimming, unique in its workspace, upper and lower case alike.
             * @example Orders
             */
            name: string;
            /**
             * @description Its members in their order. Empty once the last of them has left the workspace.
             * @example [
             *       {
             *         "user": "user_01kg9v3fzkf8ks6h2d4b7w9ant",
             *         "limit": 5
             *       }
             *     ]
             */
            members: components["schemas"]["TeamMember"][];
            /**
             * @description How conversations get a member: `round_robin` (by turns), `least_busy` (the fewest open conversations) or `manual` (a member takes them). `round_robin` unless set.
             * @example round_robin
             * @enum {string}
             */
            assignment: "round_robin" | "least_busy" | "manual";
            /**
             * @description Seconds after which a conversation that its assignee hasn’t answered is handed on: 30 to 86,400; null for never. Null unless set.
             * @example 300
             */
            answerWithin: number | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        TeamChanges: {
            /**
             * @description Team name: 1 to 80 characters after trimming, unique in its workspace, upper and lower case alike.
             * @example Orders
             */
            name?: string;
            /**
             * @description Its members in their order, 1 to 100. They replace earlier ones as a whole.
             * @example [
             *       {
             *         "user": "user_01kg9v3fzkf8ks6h2d4b7w9ant",
             *         "limit": 5
             *       }
             *     ]
             */
            members?: components["schemas"]["TeamMemberDraft"][];
            /**
             * @description How conversations get a member: `round_robin` (by turns), `least_busy` (the fewest open conversations) or `manual` (a member takes them). `round_robin` unless set.
             * @example round_robin
             * @enum {string}
             */
            assignment?: "round_robin" | "least_busy" | "manual";
            /**
             * @description Seconds after which a conversation that its assignee hasn’t answered is handed on: 30 to 86,400; null for never. Null unless set.
             * @example 300
             */
            answerWithin?: number | null;
            /**
             * @description Read-only.
             * @example team_01kg9wg5r2e8st4m6x0k3c7d9v
             */
            _id?: string;
            /**
             * @description Read-only.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace?: string;
            /**
             * @description Read-only.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * @description Read-only.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt?: string;
        };
        TeamDraft: {
            /**
             * @description Identifier of its workspace; may be absent if you reach a single one.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId?: string;
            /**
             * @description Team name: 1 to 80 characters after trimming, unique in its workspace, upper and lower case alike.
             * @example Orders
             */
            name: string;
            /**
             * @description Its members in their order, 1 to 100. They replace earlier ones as a whole.
             * @example [
             *       {
             *         "user": "user_01kg9v3fzkf8ks6h2d4b7w9ant",
             *         "limit": 5
             *       }
             *     ]
             */
            members: components["schemas"]["TeamMemberDraft"][];
            /**
             * @description How conversations get a member: `round_robin` (by turns), `least_busy` (the fewest open conversations) or `manual` (a member takes them). `round_robin` unless set.
             * @example round_robin
             * @enum {string}
             */
            assignment?: "round_robin" | "least_busy" | "manual";
            /**
             * @description Seconds after which a conversation that its assignee hasn’t answered is handed on: 30 to 86,400; null for never. Null unless set.
             * @example 300
             */
            answerWithin?: number | null;
        };
        TeamMember: {
            /**
             * @description User identifier.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description Max open conversations that the team gives the member at a time: 1 to 100; null for any number.
             * @example 5
             */
            limit: number | null;
        };
        TeamMemberDraft: {
            /**
             * @description User identifier of a member of the workspace, at least an editor.
             * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
             */
            user: string;
            /**
             * @description Max open conversations that the team gives the member at a time: 1 to 100; null for any number.
             * @example 5
             */
            limit?: number | null;
        };
        TeamRoom: {
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /** @description Identifier of the Slack or Telegram channel; null without a room. */
            channel: string | null;
            /** @description ID of the channel in Slack or of the group in Telegram; null without a room. */
            room: string | null;
            /**
             * @description `connected`, `none`, `off` (the channel is switched off or deleted), or `unconfirmed`: the secrets of the channel have changed since, so nothing is posted and no press counts until an admin sets the room again.
             * @example connected
             * @enum {string}
             */
            state: "none" | "connected" | "off" | "unconfirmed";
            /**
             * @description Why the latest notice could not be posted; null if it was.
             * @example null
             */
            problem: string | null;
            /** @description Time at which the first room was set: ISO 8601 UTC with milliseconds; null without a room. */
            createdAt: string | null;
            /** @description Time at which the room was last set: ISO 8601 UTC with milliseconds; null without a room. */
            updatedAt: string | null;
        };
        TeamRoomDraft: {
            /**
             * @description Identifier of a Slack or Telegram channel of the workspace that is switched on.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            channel: string;
            /**
             * @description ID of a channel in Slack, such as C0123456789, or of a group in Telegram, such as -1001234567890.
             * @example C0123456789
             */
            room: string;
        };
        TextPart: {
            /**
             * @description A piece of the text.
             * @enum {string}
             */
            type: "text";
            /**
             * @description The text; all text parts together are the `content` of the message.
             * @example It is on its way and should arrive on Monday.
             */
            text: string;
        };
        Tool: {
            /**
             * @description Tool identifier.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            _id: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Kind of the tool; `GET /api/tool-types` describes each.
             * @example http
             * @enum {string}
             */
            type: "http" | "mcp" | "client" | "builtin";
            /**
             * @description Name by which models call it: 1 to 64 letters, digits, `_` and `-`. Unique in its workspace.
             * @example find_order
             */
            name: string;
            /**
             * @description Says what it does and when to call it, for the model: 1 to 4,000 characters.
             * @example Finds an order of the shop by its number.
             */
            description: string;
            /**
             * @description JSON Schema of its arguments: an object. Null if it takes none, or if its kind has its own schema. 32 KiB at most.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "number": {
             *           "type": "string"
             *         }
             *       },
             *       "required": [
             *         "number"
             *       ]
             *     }
             */
            inputSchema: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Settings of its kind; `GET /api/tool-types` describes them. No secret is among them.
             * @example {}
             */
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description Names of its secrets, sorted. Their values are never returned.
             * @example [
             *       "API_KEY"
             *     ]
             */
            secretNames: string[];
            /**
             * @description On whose behalf it is called: `none` (the default), `workspace` (with the secrets or the account of the tool) or `end_user` (with the account of the end user of the conversation; for `mcp`, and `http` with `oauth`).
             * @example none
             * @enum {string}
             */
            auth: "none" | "workspace" | "end_user";
            /**
             * @description Max duration of a call in ms: 1,000 to 30,000; 10,000 unless set at creation.
             * @example 10000
             */
            timeoutMs: number;
            /**
             * @description True if a call may run twice with the effect of one: then it is retried after a crash. False unless set at creation; true for an `http` tool with the method `GET`.
             * @example false
             */
            idempotent: boolean;
            /**
             * @description Identifiers of the members who are asked for approval, up to 50; empty for all who may decide. Empty unless set.
             * @example []
             */
            approvers: string[];
            /**
             * @description Time for which a call waits for approval, in seconds: 60 to 604,800; 86,400 (a day) unless set at creation.
             * @example 86400
             */
            approvalSeconds: number;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        ToolCallDecision: {
            /**
             * @description Reason of the decision: up to 2,000 characters. The model reads that of a denial.
             * @example Within our policy.
             */
            reason?: string;
        };
        /** @description The model calls a tool. */
        ToolCallEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "tool.call";
            data: {
                /**
                 * @description Identifier of the call: up to 64 characters, unique in its message.
                 * @example call_1
                 */
                callId: string;
                /**
                 * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
                 * @example find_parcel
                 */
                name: string;
                /**
                 * @description Arguments of the call: an object of up to 16,000 characters as JSON. Empty if the model sent none, or invalid ones; then the result says so.
                 * @example {
                 *       "orderId": "10-4432"
                 *     }
                 */
                arguments: {
                    [key: string]: unknown;
                };
                /**
                 * @description Identifier of the call for `GET /api/tool-calls/{id}`; absent for a call that didn’t run.
                 * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
                 */
                toolCall?: string;
                /**
                 * @description Present if your own code must answer the call: send `POST /api/messages/{id}/tool-results`.
                 * @enum {string}
                 */
                answeredBy?: "client";
            };
        };
        ToolCallPart: {
            /**
             * @description The model called a tool.
             * @enum {string}
             */
            type: "tool-call";
            /**
             * @description Identifier of the call: up to 64 characters, unique in its message.
             * @example call_1
             */
            callId: string;
            /**
             * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
             * @example find_parcel
             */
            name: string;
            /**
             * @description Arguments of the call: an object of up to 16,000 characters as JSON. Empty if the model sent none, or invalid ones; then the result says so.
             * @example {
             *       "orderId": "10-4432"
             *     }
             */
            arguments: {
                [key: string]: unknown;
            };
            /**
             * @description Identifier of the call for `GET /api/tool-calls/{id}`; absent for a call that didn’t run.
             * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
             */
            toolCall?: string;
            /**
             * @description Present if your own code must answer the call: send `POST /api/messages/{id}/tool-results`.
             * @enum {string}
             */
            answeredBy?: "client";
        };
        ToolCallRecord: {
            /**
             * @description Identifier of the call.
             * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
             */
            _id: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the reply that made it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
             */
            message: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Version of the agent when it was made.
             * @example 3
             */
            agentVersion: number;
            /**
             * @description Identifier of the tool, which may be deleted since.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /**
             * @description Name by which the model called it.
             * @example find_parcel
             */
            name: string;
            /**
             * @description Identifier of the call in its message.
             * @example call_1
             */
            callId: string;
            /** @description Your ID for the end user of the conversation; null if none is known. */
            userId: string | null;
            /**
             * @description Arguments of the call: exactly what runs.
             * @example {
             *       "orderId": "10-4432"
             *     }
             */
            arguments: {
                [key: string]: unknown;
            };
            /**
             * @description SHA-256 of tool, definition, arguments, version of the agent, and end user, in hex: what an approval is bound to.
             * @example eea7330350a15d6544d5e9c55ba318cec7f15799e2385410cbc155ce31e0d8dc
             */
            digest: string;
            /**
             * @description `waiting` (see `waitsFor`), `running`, `completed`, `failed`, `denied`, `expired` (not decided in time, its reply ended, or approval was asked again after a change), or `unknown` (the server stopped while it ran: it may have had its effect, and isn’t repeated).
             * @enum {string}
             */
            status: "waiting" | "running" | "completed" | "failed" | "denied" | "expired" | "unknown";
            /** @description The thing that it waits for, or did; null if it ran at once. */
            waitsFor: ("approval" | "result") | null;
            /**
             * @description The users who are asked; empty for all who may decide.
             * @example []
             */
            approvers: string[];
            /** @description When it stops waiting: ISO 8601 UTC with milliseconds; null if it ran at once. */
            deadline: string | null;
            /**
             * @description Identifier of the user who decided; null without a decision.
             * @example null
             */
            decidedBy: string | null;
            /**
             * @description Time of the decision: ISO 8601 UTC with milliseconds; null without one.
             * @example null
             */
            decidedAt: string | null;
            /**
             * @description Reason of the decision; null without one.
             * @example null
             */
            reason: string | null;
            /**
             * @description Result as text; null until it has one.
             * @example null
             */
            result: string | null;
            /**
             * @description Time that it took, in milliseconds; null if it did not run.
             * @example null
             */
            latencyMs: number | null;
            /**
             * @description Time at which it last started: ISO 8601 UTC with milliseconds; null if it did not run.
             * @example null
             */
            startedAt: string | null;
            /**
             * @description Time of its end: ISO 8601 UTC with milliseconds; null before.
             * @example null
             */
            endedAt: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        ToolChanges: {
            /**
             * @description Name by which models call it: 1 to 64 letters, digits, `_` and `-`. Unique in its workspace.
             * @example find_order
             */
            name?: string;
            /**
             * @description Says what it does and when to call it, for the model: 1 to 4,000 characters.
             * @example Finds an order of the shop by its number.
             */
            description?: string;
            /**
             * @description JSON Schema of its arguments: an object. Null if it takes none, or if its kind has its own schema. 32 KiB at most.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "number": {
             *           "type": "string"
             *         }
             *       },
             *       "required": [
             *         "number"
             *       ]
             *     }
             */
            inputSchema?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Settings of its kind; `GET /api/tool-types` describes them. No secret is among them.
             * @example {}
             */
            settings?: {
                [key: string]: unknown;
            };
            /**
             * @description Secrets to set or, if null, to delete, by their names; others stay. Names have an upper-case letter, then up to 63 upper-case letters, digits and `_`; max 20.
             * @example {}
             */
            secrets?: {
                [key: string]: string | null;
            };
            /**
             * @description On whose behalf it is called: `none` (the default), `workspace` (with the secrets or the account of the tool) or `end_user` (with the account of the end user of the conversation; for `mcp`, and `http` with `oauth`).
             * @example none
             * @enum {string}
             */
            auth?: "none" | "workspace" | "end_user";
            /**
             * @description Max duration of a call in ms: 1,000 to 30,000; 10,000 unless set at creation.
             * @example 10000
             */
            timeoutMs?: number;
            /**
             * @description True if a call may run twice with the effect of one: then it is retried after a crash. False unless set at creation; true for an `http` tool with the method `GET`.
             * @example false
             */
            idempotent?: boolean;
            /**
             * @description Identifiers of the members who are asked for approval, up to 50; empty for all who may decide. Empty unless set.
             * @example []
             */
            approvers?: string[];
            /**
             * @description Time for which a call waits for approval, in seconds: 60 to 604,800; 86,400 (a day) unless set at creation.
             * @example 86400
             */
            approvalSeconds?: number;
            /**
             * @description Read-only.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            _id?: string;
            /**
             * @description Read-only.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace?: string;
            /**
             * @description Read-only.
             * @example http
             */
            type?: string;
            /**
             * @description Read-only.
             * @example []
             */
            secretNames?: string[];
            /**
             * @description Read-only.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * @description Read-only.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt?: string;
        };
        ToolConnection: {
            /**
             * @description `none`: no account is connected. `connected`: calls are made as the account. `reauth_required`: its server no longer accepts it, so it must be connected again.
             * @example connected
             * @enum {string}
             */
            state: "none" | "connected" | "reauth_required";
            /**
             * @description When the access token expires; it is refreshed before. Null without a token, or if its server doesn’t say.
             * @example null
             */
            expiresAt: string | null;
        };
        ToolConnectionLink: {
            /**
             * @description Address of a page to open in a browser within ten minutes. It says what will be connected, and leads to the server. Only the person who asked for it should open it.
             * @example https://parley.example.com/connect/tcon_…
             */
            url: string;
        };
        ToolDefinition: {
            /**
             * @description Its description for the model.
             * @example Creates an issue.
             */
            description: string;
            /**
             * @description The JSON Schema of its arguments.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "title": {
             *           "type": "string"
             *         }
             *       }
             *     }
             */
            inputSchema: {
                [key: string]: unknown;
            };
        };
        ToolDefinitionChange: {
            /**
             * @description Name of the field.
             * @example description
             * @enum {string}
             */
            field: "description" | "inputSchema";
            /**
             * @description As it was approved.
             * @example Reads an issue.
             */
            before: unknown;
            /**
             * @description As the server says now.
             * @example Creates an issue.
             */
            after: unknown;
        };
        ToolDefinitions: {
            /** @description The approved definitions, then new ones. */
            items: components["schemas"]["ComparedDefinition"][];
            /**
             * @description Tools of the server that can’t be used.
             * @example []
             */
            skipped: components["schemas"]["SkippedDefinition"][];
            /**
             * @description True if the server has more than 200 tools, which are left out.
             * @example false
             */
            isTruncated: boolean;
        };
        ToolDraft: {
            /**
             * @description Identifier of its workspace; may be absent if you reach a single one.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId?: string;
            /**
             * @description Kind of the tool; `GET /api/tool-types` describes each.
             * @example http
             * @enum {string}
             */
            type: "http" | "mcp" | "client" | "builtin";
            /**
             * @description Name by which models call it: 1 to 64 letters, digits, `_` and `-`. Unique in its workspace.
             * @example find_order
             */
            name: string;
            /**
             * @description Says what it does and when to call it, for the model: 1 to 4,000 characters.
             * @example Finds an order of the shop by its number.
             */
            description: string;
            /**
             * @description JSON Schema of its arguments: an object. Null if it takes none, or if its kind has its own schema. 32 KiB at most.
             * @example {
             *       "type": "object",
             *       "properties": {
             *         "number": {
             *           "type": "string"
             *         }
             *       },
             *       "required": [
             *         "number"
             *       ]
             *     }
             */
            inputSchema?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Settings of its kind; `GET /api/tool-types` describes them. No secret is among them.
             * @example {}
             */
            settings?: {
                [key: string]: unknown;
            };
            /**
             * @description Its secrets by their names, which settings refer to. Names have an upper-case letter, then up to 63 upper-case letters, digits and `_`; max 20. Values have up to 8,000 characters, and are never returned.
             * @example {}
             */
            secrets?: {
                [key: string]: string;
            };
            /**
             * @description On whose behalf it is called: `none` (the default), `workspace` (with the secrets or the account of the tool) or `end_user` (with the account of the end user of the conversation; for `mcp`, and `http` with `oauth`).
             * @example none
             * @enum {string}
             */
            auth?: "none" | "workspace" | "end_user";
            /**
             * @description Max duration of a call in ms: 1,000 to 30,000; 10,000 unless set at creation.
             * @example 10000
             */
            timeoutMs?: number;
            /**
             * @description True if a call may run twice with the effect of one: then it is retried after a crash. False unless set at creation; true for an `http` tool with the method `GET`.
             * @example false
             */
            idempotent?: boolean;
            /**
             * @description Identifiers of the members who are asked for approval, up to 50; empty for all who may decide. Empty unless set.
             * @example []
             */
            approvers?: string[];
            /**
             * @description Time for which a call waits for approval, in seconds: 60 to 604,800; 86,400 (a day) unless set at creation.
             * @example 86400
             */
            approvalSeconds?: number;
        };
        ToolFunction: {
            /**
             * @description Its name in `settings`.
             * @example current_time
             */
            function: string;
            /**
             * @description Name of the function.
             * @example Current time
             */
            title: string;
            /**
             * @description Its description for the model.
             * @example Returns the current date, time and weekday.
             */
            description: string;
        };
        ToolImport: {
            /**
             * @description Identifier of the workspace; may be absent if you reach a single one.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId?: string;
            /**
             * @description Address of the document. Either this or `document`.
             * @example https://api.example.com/openapi.json
             */
            url?: string;
            /**
             * @description The document (OpenAPI 3.0 or 3.1): an object, or a text in JSON or YAML. Either this or `url`.
             * @example {
             *       "openapi": "3.1.0",
             *       "info": {
             *         "title": "Shop",
             *         "version": "1"
             *       },
             *       "paths": {}
             *     }
             */
            document?: {
                [key: string]: unknown;
            } | string;
            /**
             * @description Address of the API, in place of the servers of the document.
             * @example https://api.example.com/v1
             */
            server?: string;
            /**
             * @description The `operationId` of each operation that becomes a tool, max 50. Absent to create nothing.
             * @example [
             *       "findOrder"
             *     ]
             */
            operations?: string[];
            /**
             * @description Secrets by the names that the operations have for them. Each tool gets those that it uses.
             * @example {}
             */
            secrets?: {
                [key: string]: string;
            };
        };
        ToolKind: {
            /**
             * @description The `type` of its tools.
             * @enum {string}
             */
            type: "http" | "mcp" | "client" | "builtin";
            /**
             * @description Name of the kind.
             * @example Your program
             */
            title: string;
            /**
             * @description Purpose of the kind.
             * @example Your own program runs the call, and sends its result.
             */
            description: string;
            /**
             * @description JSON Schema of its settings, with titles, descriptions and defaults.
             * @example {
             *       "type": "object",
             *       "properties": {},
             *       "additionalProperties": false
             *     }
             */
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description True if its tools have an `inputSchema`.
             * @example true
             */
            takesSchema: boolean;
            /**
             * @description The functions of `builtin`; empty for other kinds.
             * @example []
             */
            functions: components["schemas"]["ToolFunction"][];
        };
        ToolResultDraft: {
            /**
             * @description The `callId` of the call.
             * @example call_1
             */
            callId: string;
            /**
             * @description Result for the model as text: up to 32,000 characters.
             * @example In transit, due on Monday.
             */
            content: string;
            /**
             * @description True if the call failed; `content` says why. False unless set.
             * @example false
             */
            isError?: boolean;
        };
        /** @description A tool has returned. */
        ToolResultEvent: {
            /**
             * @description Place of the event: send the last one as `Last-Event-ID` to resume after it.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
             */
            id: string;
            /**
             * @description Name of the event.
             * @enum {string}
             */
            event: "tool.result";
            data: {
                /**
                 * @description Identifier of the call: up to 64 characters, unique in its message.
                 * @example call_1
                 */
                callId: string;
                /**
                 * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
                 * @example find_parcel
                 */
                name: string;
                /**
                 * @description The result as text, or the reason why the call has no result: up to 32,000 characters.
                 * @example In transit, due on Monday.
                 */
                content: string;
                /**
                 * @description True if the call failed; `content` says why.
                 * @example false
                 */
                isError: boolean;
                /**
                 * @description `completed`, `failed`, `denied` (a person refused it), `expired` (not decided in time) or `unknown` (the server stopped while it ran, so it may have had its effect; it isn’t repeated). Absent in replies of earlier versions.
                 * @example completed
                 * @enum {string}
                 */
                status?: "completed" | "failed" | "denied" | "expired" | "unknown";
                /**
                 * @description Time that the call took, in milliseconds; absent if it didn’t run.
                 * @example 140
                 */
                latencyMs?: number;
            };
        };
        ToolResultPart: {
            /**
             * @description Result of the tool call.
             * @enum {string}
             */
            type: "tool-result";
            /**
             * @description Identifier of the call: up to 64 characters, unique in its message.
             * @example call_1
             */
            callId: string;
            /**
             * @description Name of the tool: up to 64 letters, digits, `_` and `-`.
             * @example find_parcel
             */
            name: string;
            /**
             * @description The result as text, or the reason why the call has no result: up to 32,000 characters.
             * @example In transit, due on Monday.
             */
            content: string;
            /**
             * @description True if the call failed; `content` says why.
             * @example false
             */
            isError: boolean;
            /**
             * @description `completed`, `failed`, `denied` (a person refused it), `expired` (not decided in time) or `unknown` (the server stopped while it ran, so it may have had its effect; it isn’t repeated). Absent in replies of earlier versions.
             * @example completed
             * @enum {string}
             */
            status?: "completed" | "failed" | "denied" | "expired" | "unknown";
            /**
             * @description Time that the call took, in milliseconds; absent if it didn’t run.
             * @example 140
             */
            latencyMs?: number;
        };
        ToolResultsDraft: {
            /** @description Results of some calls of the reply, each once: at most 16. */
            results: components["schemas"]["ToolResultDraft"][];
            /**
             * @description True to return server-sent events instead of JSON. By default, events only if the request has `Accept: text/event-stream`.
             * @example false
             */
            stream?: boolean;
        };
        ToolTrial: {
            /**
             * @description Arguments of the call, valid for the schema of the tool. None unless set.
             * @example {
             *       "number": "1042"
             *     }
             */
            arguments?: {
                [key: string]: unknown;
            };
            /**
             * @description Name of the definition to call, at its server or as models name it; needed only for a tool that has several.
             * @example find_order
             */
            name?: string;
        };
        ToolTypeList: {
            /** @description Every kind that this version has. */
            items: components["schemas"]["ToolKind"][];
        };
        TotpConfirmation: {
            /**
             * @description A code of the authenticator app: six digits; spaces are ignored.
             * @example 123456
             */
            code: string;
        };
        TotpConfirmed: {
            /** @description Ten recovery codes, never returned again, if this is the first second factor; null otherwise. */
            recoveryCodes: string[] | null;
        };
        Transcript: {
            /**
             * @description Identifier of the conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Address that gets the transcript.
             * @example ada@example.com
             */
            email: string;
        };
        TranscriptDraft: {
            /**
             * Format: email
             * @description Address that gets the transcript. Absent for the one that the visitor has entered into the form of the channel.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description Time zone of the times, such as `Europe/Berlin` (IANA). UTC by default.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /**
             * @description Language of the mail, such as `de` or `pt-BR` (BCP 47): one of those of the chat, or else English, as by default.
             * @example de
             */
            language?: string;
        };
        /** @description Unsaved settings to try: they replace the agent’s own for this reply only and are not stored. Requires `agents:write` in the agent’s workspace. */
        TrialSettings: {
            /**
             * @description System prompt: up to 100,000 characters. The agent’s own if absent.
             * @example Answer in one sentence.
             */
            systemPrompt?: string;
            /**
             * @description Name of the language model, like that of an agent. The agent’s own if absent.
             * @example openai/gpt-5-mini
             */
            model?: string;
            /**
             * @description Response temperature from 0 to 1. The agent’s own if absent.
             * @example 0
             */
            temperature?: number;
            /**
             * @description `grounded` if the reply must rest on knowledge sources; otherwise `open`. The agent’s own mode if absent.
             * @enum {string}
             */
            answerMode?: "open" | "grounded";
        };
        TriedReply: {
            /**
             * @description HTTP status.
             * @example 200
             */
            status: number;
            /**
             * @description Headers by their names.
             * @example {
             *       "content-type": "application/json"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /**
             * @description Body as text.
             * @example {"status":"shipped"}
             */
            body: string;
        };
        TriedRequest: {
            /**
             * @description Method.
             * @example GET
             */
            method: string;
            /**
             * @description Address.
             * @example https://api.example.com/orders/1042
             */
            url: string;
            /**
             * @description Headers by their names.
             * @example {
             *       "accept": "application/json"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /**
             * @description Body; null without one.
             * @example null
             */
            body: string | null;
        };
        /** @description Secrets are replaced by `[redacted]`, and texts cut after 32,000 characters. */
        TriedTool: {
            /**
             * @description True if the call succeeded.
             * @example true
             */
            ok: boolean;
            /**
             * @description The text that the model would get: the result, or what went wrong.
             * @example {"status":"shipped"}
             */
            content: string;
            /**
             * @description Duration of the call in ms.
             * @example 182
             */
            latencyMs: number;
            /**
             * @description The request that was sent, without secrets; null if none was.
             * @example null
             */
            request: components["schemas"]["TriedRequest"] | null;
            /**
             * @description The reply of the server, without secrets; null without one.
             * @example null
             */
            reply: components["schemas"]["TriedReply"] | null;
        };
        UnansweredAnswer: {
            /**
             * @description The answer: up to 10,000 characters.
             * @example Open “My orders” to see where your parcel is.
             */
            answer: string;
            /**
             * @description The question in better words: up to 1,000 characters. As it was asked if absent.
             * @example Where is my parcel?
             */
            question?: string;
            /**
             * @description Identifier of a `qa` source of the agent. By default its first one; if it has none, one is created and attached.
             * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
             */
            sourceId?: string;
        };
        UnansweredQuestion: {
            /**
             * @description Identifier of the question: of the last one that asked the same.
             * @example qst_01kg9vp2d7h6s3r9y4n8w1j5za
             */
            _id: string;
            /**
             * @description Identifier of the agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description The question as it was last asked: up to 2,000 characters.
             * @example Where is my parcel? My order is 10-4432.
             */
            question: string;
            /**
             * @description Number of times that it was asked in the period.
             * @example 3
             */
            count: number;
            /**
             * Format: date-time
             * @description When it was last asked: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            lastAskedAt: string;
            /**
             * @description Identifier of the last conversation.
             * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
             */
            conversation: string;
            /**
             * @description Identifier of the reply that has no answer.
             * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
             */
            message: string;
        };
        UpsertedChannel: {
            /**
             * @description Channel identifier.
             * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
             */
            _id: string;
            /**
             * @description Identifier of its agent.
             * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
             */
            agent: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Kind of channel; `GET /api/channel-types` describes each.
             * @enum {string}
             */
            type: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
            /**
             * @description Name of the channel.
             * @example Shop
             */
            name: string;
            /**
             * @description `active` (the default), `inactive` (it accepts nothing) or `error`, which the service sets if messages can’t be delivered, and clears with the next that can.
             * @enum {string}
             */
            status: "active" | "inactive" | "error";
            /**
             * @description Settings of its kind, without secrets.
             * @example {
             *       "greeting": "Hello! How can we help?",
             *       "allowedOrigins": [
             *         "https://example.com"
             *       ]
             *     }
             */
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description Text for visitors while the agent is inactive: up to 2,000 characters; null for no text.
             * @example null
             */
            offlineMessage: string | null;
            /** @description Limits for visitors, and the text beyond them. */
            limits: {
                /**
                 * @description Max messages by a visitor and day (UTC): 1 to 1,000,000; null for any number. 100 unless set.
                 * @example null
                 */
                visitorMessagesPerDay: number | null;
                /**
                 * @description Max messages by all visitors of the channel and day (UTC): 1 to 1,000,000; null for any number. 2,000 unless set.
                 * @example null
                 */
                messagesPerDay: number | null;
                /**
                 * @description How much of `messagesPerDay` the visitors at one address (an IPv4 address or a /64 of IPv6) may use, in percent: 1 to 100; those of one /48 five times as much. 10 unless set. Of a widget or page.
                 * @example 10
                 */
                addressPercent: number;
                /**
                 * @description Max characters of a message: 1 to 100,000. A widget or page refuses a longer one; of a longer one from a messenger the model reads the beginning and the end. 4,000 unless set.
                 * @example 4000
                 */
                messageLength: number;
                /**
                 * @description Max tokens of earlier messages that the model reads with a message, as estimated: 0 to 1,000,000; null for as many as fit into its context. 8,000 unless set.
                 * @example null
                 */
                historyTokens: number | null;
                /**
                 * @description Text for visitors when a limit is reached: up to 500 characters; null for a sentence of the service.
                 * @example null
                 */
                message: string | null;
            };
            urls: components["schemas"]["ChannelUrls"];
            /**
             * @description Picture of a widget or page; null if it has none.
             * @example null
             */
            picture: components["schemas"]["ChannelPicture"] | null;
            /**
             * @description Your own ID; null if it has none.
             * @example null
             */
            externalId: string | null;
            /**
             * @description Your own data.
             * @example {
             *       "shop": "eu"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Time of the last message that came in: ISO 8601 UTC with milliseconds; null before the first.
             * @example null
             */
            lastEventAt: string | null;
            /**
             * @description Why messages can’t be delivered; null if they can.
             * @example null
             */
            lastError: components["schemas"]["ChannelProblem"] | null;
            /**
             * @description Time at which its platform was asked last whether all is well: ISO 8601 UTC with milliseconds; null if it has none, or before the first time.
             * @example null
             */
            lastCheckedAt: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
            /** @description The secret of a new channel, in this answer only; null if it existed, or if its kind has none. */
            secret: string | null;
        };
        Usage: {
            /**
             * @description Plan of the account: `free`, `pro` or `business`.
             * @example free
             */
            plan: string;
            /** @description The current rate-limit window of the account’s keys, and of messages from the dashboard. */
            rateLimit: {
                /**
                 * @description Max requests per minute of all keys and of messages from the dashboard together, set by the plan.
                 * @example 60
                 */
                limit: number;
                /**
                 * @description Number of requests in the current window.
                 * @example 12
                 */
                used: number;
                /**
                 * @description Number of requests left in the current window.
                 * @example 48
                 */
                remaining: number;
                /**
                 * Format: date-time
                 * @description Time at which the current window ends: ISO 8601 UTC with milliseconds.
                 * @example 2026-01-31T10:30:00.000Z
                 */
                resetsAt: string;
            };
            /** @description Work under way in the workspaces of the account, by any actor. */
            concurrency: {
                /** @description The replies being written of the account. */
                replies: {
                    /**
                     * @description Max replies being written at once, set by the plan.
                     * @example 10
                     */
                    limit: number;
                    /**
                     * @description Number of replies being written now.
                     * @example 1
                     */
                    used: number;
                };
                /** @description The open streams of the account. */
                streams: {
                    /**
                     * @description Max open streams at once, set by the plan.
                     * @example 50
                     */
                    limit: number;
                    /**
                     * @description Number of open streams now.
                     * @example 1
                     */
                    used: number;
                };
                /** @description The running exports of the account. */
                exports: {
                    /**
                     * @description Max running exports at once, set by the plan.
                     * @example 2
                     */
                    limit: number;
                    /**
                     * @description Number of running exports now.
                     * @example 1
                     */
                    used: number;
                };
            };
            /**
             * @description Number of requests of all keys in the last 24 hours. Requests refused by the rate limit or for concurrency aren’t counted.
             * @example 310
             */
            total: number;
            /** @description The last 24 hours, oldest first, the current hour last. With several processes, late by up to 30 seconds. */
            hours: {
                /**
                 * Format: date-time
                 * @description Start of the hour: ISO 8601 UTC with milliseconds.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                startsAt: string;
                /**
                 * @description Number of requests of all keys.
                 * @example 310
                 */
                requests: number;
            }[];
            /** @description The keys with the most requests, most first; max 20. */
            keys: {
                /**
                 * @description API key identifier.
                 * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
                 */
                _id: string;
                /**
                 * @description Name of the key.
                 * @example Nightly export
                 */
                name: string;
                /**
                 * @description The last four characters of the key.
                 * @example x0Zq
                 */
                lastFour: string;
                /**
                 * @description Number of requests of the key in the last 24 hours.
                 * @example 310
                 */
                requests: number;
                /**
                 * @description Number of requests of the key in each of the 24 hours, oldest first.
                 * @example [
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       0,
                 *       310
                 *     ]
                 */
                hours: number[];
            }[];
        };
        UserConnection: {
            /**
             * @description Identifier of the account.
             * @example tcon_01kg9wf4h1ec5r8y2m6t3v9k7n
             */
            _id: string;
            /**
             * @description The tool that uses it.
             * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
             */
            tool: string;
            /** @description The end user whose account it is; null for one of a conversation whose user is not known for sure. */
            userId: string | null;
            /**
             * @description The only conversation that uses it; null for an account of a user.
             * @example null
             */
            conversation: string | null;
            /**
             * @description The channel of a messenger, whose IDs of users count in it only; null otherwise.
             * @example null
             */
            channel: string | null;
            /**
             * @description As that of the account of a workspace.
             * @example connected
             * @enum {string}
             */
            state: "connected" | "reauth_required";
            /**
             * @description When the access token expires; null if its server doesn’t say.
             * @example null
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Time at which it was first asked for: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last sign-in or refresh: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        Verification: {
            /**
             * @description Email address of the user, in lower case.
             * @example ada@example.com
             */
            email: string;
            /**
             * Format: date-time
             * @description Time at which the code stops working, 15 minutes after it was sent: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T10:30:00.000Z
             */
            expiresAt: string;
        };
        VerificationCode: {
            /**
             * @description The 8 digits of the last mailed code; whatever stands between them is ignored.
             * @example 1234 5678
             */
            code: string;
        };
        VisitorDraft: {
            /**
             * @description The token that the visitor has from before. It is renewed if it is still good and of the same person; otherwise it is ignored, and the visitor is a new one.
             * @example pvt_WyJj…
             */
            token?: string;
            /**
             * @description Proof of who the visitor is: a JWT that your server signs with HS256 and the secret of the channel, with your ID for the person as `sub` and `exp` at most 24 hours ahead. None for an anonymous visitor.
             * @example eyJhbGciOiJIUzI1NiJ9…
             */
            identity?: string;
            /**
             * @description Origin of the page that embeds the chat; absent if none does.
             * @example https://example.com
             */
            origin?: string;
        };
        VisitorSession: {
            /**
             * @description The token of the visitor: send it as `Authorization: Bearer <token>`.
             * @example pvt_WyJj…
             */
            token: string;
            /**
             * Format: date-time
             * @description Time at which the token expires (ISO 8601); send it here again before that to renew it.
             * @example 2026-01-31T09:30:02.450Z
             */
            expiresAt: string;
            /** @description The visitor that the token belongs to. */
            visitor: {
                /**
                 * @description Identifier of the visitor, the `userId` of the conversations; `sub` of a verified one.
                 * @example visitor_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
                /**
                 * @description Name of the visitor from the proof of identity; null if it has none.
                 * @example null
                 */
                name: string | null;
                /**
                 * @description True if your server has proven the visitor’s identity.
                 * @example false
                 */
                verified: boolean;
                /**
                 * @description Earlier answers of the visitor to the form of the channel, which a new conversation has, too; null if nothing was answered.
                 * @example null
                 */
                form: {
                    [key: string]: string | boolean;
                } | null;
            };
            /** @description Data that the chat shows. */
            channel: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                _id: string;
                /**
                 * @description The kind of the channel.
                 * @enum {string}
                 */
                type: "widget" | "page";
                /**
                 * @description Identifier of the agent that replies.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agent: string;
                /**
                 * @description Title of the chat; the agent’s name unless set.
                 * @example Help
                 */
                title: string;
                /**
                 * @description Path of the picture in the head, on this service; null for the seal of the agent.
                 * @example null
                 */
                picture: string | null;
                /**
                 * @description First text that a new visitor reads: up to 500 characters. Empty for none.
                 * @example Hello! How can we help?
                 */
                greeting: string;
                /**
                 * @description First messages that a visitor can choose: max 6, each up to 120 characters.
                 * @example [
                 *       "Where is my order?"
                 *     ]
                 */
                suggestions: string[];
                /**
                 * @description Colours and corners: the eight CSS variables of the chat.
                 * @example {
                 *       "mode": "auto",
                 *       "light": {
                 *         "accent": "#0b5fff"
                 *       },
                 *       "dark": {
                 *         "accent": "#6ea8fe"
                 *       },
                 *       "radius": 12
                 *     }
                 */
                theme: {
                    /**
                     * @description `auto` follows the visitor’s device; `light` or `dark` is always so.
                     * @example auto
                     * @enum {string}
                     */
                    mode: "auto" | "light" | "dark";
                    /**
                     * @description Colours of the light theme; all have a default.
                     * @example {}
                     */
                    light: {
                        /**
                         * @description Colour of buttons, links and the visitor’s messages, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        accent?: string;
                        /**
                         * @description Colour of text on the accent colour, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        accentText?: string;
                        /**
                         * @description Colour of the chat, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        background?: string;
                        /**
                         * @description Colour of the agent’s messages and the fields, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        surface?: string;
                        /**
                         * @description Colour of text, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        text?: string;
                        /**
                         * @description Colour of times, hints and placeholders, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        mutedText?: string;
                        /**
                         * @description Colour of lines, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        border?: string;
                    };
                    /**
                     * @description Colours of the dark theme; all have a default.
                     * @example {}
                     */
                    dark: {
                        /**
                         * @description Colour of buttons, links and the visitor’s messages, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        accent?: string;
                        /**
                         * @description Colour of text on the accent colour, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        accentText?: string;
                        /**
                         * @description Colour of the chat, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        background?: string;
                        /**
                         * @description Colour of the agent’s messages and the fields, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        surface?: string;
                        /**
                         * @description Colour of text, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        text?: string;
                        /**
                         * @description Colour of times, hints and placeholders, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        mutedText?: string;
                        /**
                         * @description Colour of lines, as `#rrggbb`; the theme’s own unless set.
                         * @example #0b5fff
                         */
                        border?: string;
                    };
                    /**
                     * @description Radius of the corners in pixels: 0 to 24.
                     * @example 12
                     */
                    radius: number;
                };
                /**
                 * @description `auto` follows the visitor’s browser; a code such as `de` is for every visitor. A page may name another.
                 * @example auto
                 * @enum {string}
                 */
                language: "auto" | "ar" | "bn" | "de" | "en" | "es" | "fr" | "hi" | "it" | "ja" | "pt" | "ru" | "tr" | "zh";
                /**
                 * @description Texts of the chat that replace its own, by their key; each up to 200 characters.
                 * @example {
                 *       "placeholder": "Ask us anything"
                 *     }
                 */
                texts: {
                    [key: string]: string;
                };
                /**
                 * @description Side of the window at which the launcher is, unless the page names one.
                 * @example right
                 * @enum {string}
                 */
                position: "left" | "right";
                /**
                 * @description True if a reply that a visitor doesn’t see makes a sound. Visitors can mute it.
                 * @example false
                 */
                sound: boolean;
                /**
                 * @description True if the title of the page begins with the number of unread replies.
                 * @example true
                 */
                titleBadge: boolean;
                /**
                 * @description True if visitors can rate replies.
                 * @example true
                 */
                feedback: boolean;
                /**
                 * @description True if replies show what they cite.
                 * @example true
                 */
                citations: boolean;
                /**
                 * @description Form that asks visitors for their name, address or anything else.
                 * @example {
                 *       "when": "off",
                 *       "intro": "",
                 *       "fields": [],
                 *       "consent": {
                 *         "text": "",
                 *         "url": ""
                 *       }
                 *     }
                 */
                form: {
                    /**
                     * @description `before` asks before the first message, `after_first` after the first reply; `off` never asks.
                     * @example off
                     * @enum {string}
                     */
                    when: "off" | "before" | "after_first";
                    /**
                     * @description Text above the fields: up to 300 characters. Empty for none.
                     * @example Tell us who you are, so that we can get back to you.
                     */
                    intro: string;
                    /**
                     * @description The fields in order: max 10.
                     * @example [
                     *       {
                     *         "key": "email",
                     *         "label": "Email",
                     *         "type": "email",
                     *         "required": true,
                     *         "description": "",
                     *         "options": []
                     *       }
                     *     ]
                     */
                    fields: {
                        /**
                         * @description Name of the answer: up to 40 letters, digits and underscores, unique in the form.
                         * @example email
                         */
                        key: string;
                        /**
                         * @description Label of the field: 1 to 80 characters.
                         * @example Email
                         */
                        label: string;
                        /**
                         * @description Kind of the field.
                         * @example email
                         * @enum {string}
                         */
                        type: "text" | "email" | "phone" | "select" | "checkbox" | "textarea";
                        /**
                         * @description True if a visitor must fill it in; of a checkbox, must tick it.
                         * @default false
                         * @example true
                         */
                        required: boolean;
                        /**
                         * @description Text below the field: up to 200 characters. Empty for none.
                         * @default
                         * @example We reply to this address.
                         */
                        description: string;
                        /**
                         * @description The choices of a `select`: 1 to 20, each up to 80 characters. Empty for other kinds.
                         * @default []
                         * @example []
                         */
                        options: string[];
                    }[];
                    /** @description Text that a visitor agrees to. For a box to tick, add a required checkbox. */
                    consent: {
                        /**
                         * @description Text above the button: up to 300 characters. Empty for none.
                         * @example By sending this you agree to our privacy policy.
                         */
                        text: string;
                        /**
                         * @description Page that the text links to: `https://` or `http://`. Empty for none.
                         * @example https://example.com/privacy
                         */
                        url: string;
                    };
                };
                /**
                 * @description True if the visitor can have a transcript mailed: the channel allows it, and mail is set up.
                 * @example false
                 */
                transcript: boolean;
                /**
                 * @description True if messages get a reply. False while the agent is inactive: then they are only stored.
                 * @example true
                 */
                available: boolean;
                /**
                 * @description Max characters of a message.
                 * @example 4000
                 */
                messageLength: number;
                /**
                 * @description Text for visitors while the agent is inactive; null for no text.
                 * @example null
                 */
                offlineMessage: string | null;
            };
        };
        Webhook: {
            /**
             * @description Webhook identifier.
             * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
             */
            _id: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Address that gets the events: an `https` URL of a public host, without a user name or password, up to 2,000 characters. `http` only for a host that the operator allows.
             * @example https://example.com/parley-events
             */
            url: string;
            /**
             * @description A note about its purpose; may be empty.
             * @example Orders of the shop
             */
            description: string;
            /**
             * @description Types of events that it gets: `*` for all, `agent.*` for all of agents, or single ones.
             * @example [
             *       "conversation.*",
             *       "message.completed"
             *     ]
             */
            types: string[];
            /**
             * @description Identifiers of the agents whose events alone it gets; empty for all events of the workspace.
             * @example [
             *       "agent_01kg9v7rs1f2t8d4b6n0yq5hxm"
             *     ]
             */
            agents: string[];
            /**
             * @description `enabled`, or `disabled`: then nothing is sent, and events wait.
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description Why it is disabled; null while it is enabled.
             * @example null
             */
            disabledReason: ("manual" | "failing" | "gone") | null;
            /**
             * @description Time since which every attempt has failed: ISO 8601 UTC with milliseconds; null while it works.
             * @example null
             */
            failingSince: string | null;
            /** @description Time of the last delivery that succeeded: ISO 8601 UTC with milliseconds; null before the first. */
            lastSuccessAt: string | null;
            /**
             * @description Number of deliveries that wait for an attempt.
             * @example 0
             */
            pending: number;
            /**
             * @description True if nothing waits: each event of the log was sent, has failed for good, or isn’t wanted.
             * @example true
             */
            caughtUp: boolean;
            /**
             * @description Time of the last event that expired before the webhook came to it, because it was disabled or failed for too long: ISO 8601 UTC with milliseconds; null if it missed none.
             * @example null
             */
            missedThrough: string | null;
            /**
             * @description Time until which the secret before the last rotation also signs: ISO 8601 UTC with milliseconds; null without such a secret.
             * @example null
             */
            oldSecretUntil: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        WebhookChanges: {
            /**
             * @description Address that gets the events: an `https` URL of a public host, without a user name or password, up to 2,000 characters. `http` only for a host that the operator allows.
             * @example https://example.com/parley-events
             */
            url?: string;
            /**
             * @description A note about its purpose: up to 500 characters.
             * @example Orders of the shop
             */
            description?: string;
            /**
             * @description Types of events: `*` for all, `agent.*` for all of agents, or single ones.
             * @example [
             *       "conversation.*",
             *       "message.completed"
             *     ]
             */
            types?: string[];
            /**
             * @description Identifiers of the agents whose events alone it gets; empty for all.
             * @example [
             *       "agent_01kg9v7rs1f2t8d4b6n0yq5hxm"
             *     ]
             */
            agents?: string[];
            /**
             * @description `disabled` stops it; `enabled` sends what has happened meanwhile, in order, then the rest.
             * @example enabled
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        WebhookDelivery: {
            /**
             * @description Delivery identifier.
             * @example whdel_01kg9wd3r5fgk7t2x9m4c6b8zn
             */
            _id: string;
            /**
             * @description Identifier of the webhook.
             * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
             */
            webhook: string;
            /**
             * @description Identifier of the event: the `webhook-id` of each attempt.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            event: string;
            /**
             * @description Type of the event.
             * @example message.completed
             */
            type: string;
            /**
             * @description `pending` (an attempt is due at `dueAt`), `succeeded`, or `failed` (after ten attempts, or for good).
             * @example pending
             * @enum {string}
             */
            state: "pending" | "succeeded" | "failed";
            /**
             * @description True if it has the header `webhook-replayed: true`: it was sent again, or late.
             * @example false
             */
            replayed: boolean;
            /**
             * @description Number of attempts so far.
             * @example 1
             */
            attempts: number;
            /**
             * @description Time at which the next attempt is due: ISO 8601 UTC with milliseconds; null unless it is pending.
             * @example null
             */
            dueAt: string | null;
            /** @description HTTP status of the last reply; null without one. */
            status: number | null;
            /** @description Duration of the last attempt, in ms; null before it. */
            latencyMs: number | null;
            /**
             * @description Why the last attempt failed; null if it didn’t.
             * @example null
             */
            error: string | null;
            /**
             * @description The first kilobyte of the last reply; null without one.
             * @example null
             */
            reply: string | null;
            /**
             * Format: date-time
             * @description Time of the first attempt: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        WebhookDraft: {
            /**
             * @description Address that gets the events: an `https` URL of a public host, without a user name or password, up to 2,000 characters. `http` only for a host that the operator allows.
             * @example https://example.com/parley-events
             */
            url: string;
            /**
             * @description A note about its purpose: up to 500 characters; empty by default.
             * @example Orders of the shop
             */
            description?: string;
            /**
             * @description Types of events: `*` for all (the default), `agent.*` for all of agents, or single ones; 1 to 100.
             * @example [
             *       "conversation.*",
             *       "message.completed"
             *     ]
             */
            types?: string[];
            /**
             * @description Identifiers of agents of the workspace whose events alone it gets, up to 100; empty for all (the default).
             * @example [
             *       "agent_01kg9v7rs1f2t8d4b6n0yq5hxm"
             *     ]
             */
            agents?: string[];
            /**
             * @description `enabled` (the default), or `disabled`: then events wait.
             * @example enabled
             * @enum {string}
             */
            status?: "enabled" | "disabled";
            /**
             * @description Identifier of its workspace; may be absent if you reach a single one.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspaceId?: string;
        };
        /** @description An event of a workspace, as a webhook gets it. */
        WebhookEvent: {
            /**
             * @description Type of the event.
             * @example agent.created
             */
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-01-31T09:30:00.000Z
             */
            timestamp: string | Date;
            /**
             * @description Identifier of the event, which is also the `webhook-id`.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            _id: string;
            /** @description Its workspace; null for the whole account. */
            workspace: string | null;
            actor: components["schemas"]["EventActor"];
            /** @description The fields that it changed. */
            changes: components["schemas"]["FieldChange"][];
        };
        WebhookRedelivery: {
            /**
             * @description Identifier of a delivery to send again. Either this or `since`.
             * @example whdel_01kg9wd3r5fgk7t2x9m4c6b8zn
             */
            deliveryId?: string;
            /**
             * Format: date-time
             * @description Time (ISO 8601) since which all events are sent again, in order; at most the 90 days that events are kept. Either this or `deliveryId`.
             * @example 2026-01-31T09:30:00.000Z
             */
            since?: string | Date;
        };
        WebhookRotation: {
            /**
             * @description Hours that the old secret also signs: 0 to 168, 24 by default.
             * @default 24
             * @example 24
             */
            overlapHours?: number;
        };
        WebhookTest: {
            /** @description HTTP status of the reply; null without one. */
            status: number | null;
            /** @description Duration until the reply, in ms; null without one. */
            latencyMs: number | null;
            /**
             * @description Why the test failed; null if it succeeded.
             * @example null
             */
            error: string | null;
            /**
             * @description The first kilobyte of the reply; null without one.
             * @example null
             */
            reply: string | null;
        };
        WebhookWithSecret: {
            /**
             * @description Webhook identifier.
             * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
             */
            _id: string;
            /**
             * @description Identifier of its workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /**
             * @description Address that gets the events: an `https` URL of a public host, without a user name or password, up to 2,000 characters. `http` only for a host that the operator allows.
             * @example https://example.com/parley-events
             */
            url: string;
            /**
             * @description A note about its purpose; may be empty.
             * @example Orders of the shop
             */
            description: string;
            /**
             * @description Types of events that it gets: `*` for all, `agent.*` for all of agents, or single ones.
             * @example [
             *       "conversation.*",
             *       "message.completed"
             *     ]
             */
            types: string[];
            /**
             * @description Identifiers of the agents whose events alone it gets; empty for all events of the workspace.
             * @example [
             *       "agent_01kg9v7rs1f2t8d4b6n0yq5hxm"
             *     ]
             */
            agents: string[];
            /**
             * @description `enabled`, or `disabled`: then nothing is sent, and events wait.
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description Why it is disabled; null while it is enabled.
             * @example null
             */
            disabledReason: ("manual" | "failing" | "gone") | null;
            /**
             * @description Time since which every attempt has failed: ISO 8601 UTC with milliseconds; null while it works.
             * @example null
             */
            failingSince: string | null;
            /** @description Time of the last delivery that succeeded: ISO 8601 UTC with milliseconds; null before the first. */
            lastSuccessAt: string | null;
            /**
             * @description Number of deliveries that wait for an attempt.
             * @example 0
             */
            pending: number;
            /**
             * @description True if nothing waits: each event of the log was sent, has failed for good, or isn’t wanted.
             * @example true
             */
            caughtUp: boolean;
            /**
             * @description Time of the last event that expired before the webhook came to it, because it was disabled or failed for too long: ISO 8601 UTC with milliseconds; null if it missed none.
             * @example null
             */
            missedThrough: string | null;
            /**
             * @description Time until which the secret before the last rotation also signs: ISO 8601 UTC with milliseconds; null without such a secret.
             * @example null
             */
            oldSecretUntil: string | null;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last change: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
            /**
             * @description The secret that signs its requests (Standard Webhooks). It is never returned again.
             * @example whsec_ZXhhbXBsZS1ub3QtYS1yZWFsLXNlY3JldA==
             */
            secret: string;
        };
        WorkingHours: {
            /**
             * @description Identifier of the workspace.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            workspace: string;
            /** @description Time zone of all times; null without hours: then it is always open. */
            timeZone: string | null;
            /** @description The periods of each weekday, in their order; null without hours. */
            days: components["schemas"]["OpeningDays"] | null;
            /**
             * @description Dates with periods of their own, in their order.
             * @example [
             *       {
             *         "date": "2026-12-25",
             *         "name": "Christmas",
             *         "periods": []
             *       }
             *     ]
             */
            holidays: components["schemas"]["Holiday"][];
            /**
             * @description True if it is open now.
             * @example true
             */
            open: boolean;
            /**
             * @description Time of the next opening: ISO 8601 UTC with milliseconds; null while it is open, or if it opens at no time within 400 days.
             * @example null
             */
            opensAt: string | null;
            /** @description Time at which the hours were last set: ISO 8601 UTC with milliseconds; null without hours. */
            updatedAt: string | null;
        };
        WorkingHoursDraft: {
            /**
             * @description Time zone of all times, by its name in the IANA database.
             * @example Europe/Berlin
             */
            timeZone: string;
            days: components["schemas"]["OpeningDaysDraft"];
            /**
             * @description Dates with periods of their own, up to 200; closed without periods. None unless set.
             * @example [
             *       {
             *         "date": "2026-12-25",
             *         "name": "Christmas"
             *       }
             *     ]
             */
            holidays?: components["schemas"]["HolidayDraft"][];
        };
        Workspace: {
            /**
             * @description Workspace identifier, assigned by the service.
             * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
             */
            _id: string;
            /**
             * @description Workspace name.
             * @example Bookshop
             */
            name: string;
            /**
             * @description Role of the caller in the workspace; for an API key, the role of its user.
             * @example editor
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
            /**
             * @description Permissions of the caller in the workspace: those that its role and, for an API key, its scopes allow.
             * @example [
             *       "agents:read",
             *       "conversations:read"
             *     ]
             */
            permissions: ("agents:read" | "agents:write" | "conversations:read" | "conversations:write" | "workspace:admin")[];
            /**
             * @description True if signed-in users need a second factor to reach the workspace. API keys reach it in any case.
             * @example false
             */
            requireSecondFactor: boolean;
            /**
             * @description True if events keep whole texts before and after a change, such as prompts; otherwise their digest and length.
             * @example false
             */
            auditTexts: boolean;
            /**
             * Format: date-time
             * @description Time of creation: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last update: ISO 8601 UTC with milliseconds.
             * @example 2026-01-31T09:30:02.450Z
             */
            updatedAt: string;
        };
        WorkspaceChanges: {
            /**
             * @description Workspace name: 1 to 100 characters after trimming, unique in the account.
             * @example Bookshop
             */
            name?: string;
            /**
             * @description True if signed-in users need a second factor to reach the workspace; absent to leave it. Only a signed-in owner who has one can change it.
             * @example true
             */
            requireSecondFactor?: boolean;
            /**
             * @description True to keep whole texts, such as prompts, before and after a change in events for 90 days; absent to leave it. By default, events have only the digest and the length of such texts.
             * @example true
             */
            auditTexts?: boolean;
        };
        WorkspaceDependents: {
            /**
             * @description Number of agents.
             * @example 4
             */
            agents: number;
            /**
             * @description Number of conversations.
             * @example 120
             */
            conversations: number;
            /**
             * @description Number of messages.
             * @example 960
             */
            messages: number;
            /**
             * @description Number of channels.
             * @example 2
             */
            channels: number;
            /**
             * @description Number of knowledge sources.
             * @example 0
             */
            knowledgeSources: number;
            /**
             * @description Number of API keys that are bound to the workspace and not revoked.
             * @example 1
             */
            apiKeys: number;
            /**
             * @description Number of members, with the caller.
             * @example 3
             */
            members: number;
            /**
             * @description Number of open invitations.
             * @example 1
             */
            invitations: number;
            /**
             * @description Number of stored files.
             * @example 0
             */
            files: number;
            /**
             * @description Number of bytes of the stored files.
             * @example 0
             */
            bytes: number;
        };
        WorkspaceDraft: {
            /**
             * @description Workspace name: 1 to 100 characters after trimming, unique in the account.
             * @example Bookshop
             */
            name: string;
        };
        /** @description A change of anything. Ignore types that you don’t know: later versions add some. */
        WorkspaceEvent: components["schemas"]["EventAgentCreated"] | components["schemas"]["EventAgentUpdated"] | components["schemas"]["EventAgentActivated"] | components["schemas"]["EventAgentDeactivated"] | components["schemas"]["EventAgentDeleted"] | components["schemas"]["EventConversationCreated"] | components["schemas"]["EventConversationUpdated"] | components["schemas"]["EventConversationClosed"] | components["schemas"]["EventConversationReopened"] | components["schemas"]["EventConversationTakenOver"] | components["schemas"]["EventConversationReleased"] | components["schemas"]["EventConversationWaiting"] | components["schemas"]["EventConversationHandedOver"] | components["schemas"]["EventConversationDeleted"] | components["schemas"]["EventMessageCreated"] | components["schemas"]["EventMessageCompleted"] | components["schemas"]["EventMessageFailed"] | components["schemas"]["EventMessageCancelled"] | components["schemas"]["EventMessageRated"] | components["schemas"]["EventKnowledgeSourceCreated"] | components["schemas"]["EventKnowledgeSourceUpdated"] | components["schemas"]["EventKnowledgeSourceReady"] | components["schemas"]["EventKnowledgeSourceFailed"] | components["schemas"]["EventKnowledgeSourceNeedsReview"] | components["schemas"]["EventKnowledgeSourceDeleted"] | components["schemas"]["EventQuestionAnswered"] | components["schemas"]["EventQuestionDismissed"] | components["schemas"]["EventChannelCreated"] | components["schemas"]["EventChannelUpdated"] | components["schemas"]["EventChannelError"] | components["schemas"]["EventChannelUndeliverable"] | components["schemas"]["EventChannelDeleted"] | components["schemas"]["EventMessageRedelivered"] | components["schemas"]["EventConversationTranscriptSent"] | components["schemas"]["EventWorkspaceCreated"] | components["schemas"]["EventWorkspaceUpdated"] | components["schemas"]["EventWorkspaceDeleted"] | components["schemas"]["EventMemberAdded"] | components["schemas"]["EventMemberUpdated"] | components["schemas"]["EventMemberRemoved"] | components["schemas"]["EventInvitationCreated"] | components["schemas"]["EventInvitationRevoked"] | components["schemas"]["EventApiKeyCreated"] | components["schemas"]["EventApiKeyUpdated"] | components["schemas"]["EventApiKeyRevoked"] | components["schemas"]["EventUserCreated"] | components["schemas"]["EventUserUpdated"] | components["schemas"]["EventUserRemoved"] | components["schemas"]["EventPasswordResetCreated"] | components["schemas"]["EventSessionCreated"] | components["schemas"]["EventSessionFailed"] | components["schemas"]["EventSessionEnded"] | components["schemas"]["EventSecondFactorEnabled"] | components["schemas"]["EventSecondFactorDisabled"] | components["schemas"]["EventSecondFactorRecoveryCodesCreated"] | components["schemas"]["EventPasskeyUpdated"] | components["schemas"]["EventAccountUpdated"] | components["schemas"]["EventQuotaRecounted"] | components["schemas"]["EventProviderKeyCreated"] | components["schemas"]["EventProviderKeyUpdated"] | components["schemas"]["EventProviderKeyDeleted"] | components["schemas"]["EventJobRetried"] | components["schemas"]["EventJobCancelled"] | components["schemas"]["EventSearchReindexed"] | components["schemas"]["EventBackupCreated"] | components["schemas"]["EventBackupRestored"] | components["schemas"]["EventDatabaseMigrated"] | components["schemas"]["EventDatabaseMoved"] | components["schemas"]["EventToolCreated"] | components["schemas"]["EventToolUpdated"] | components["schemas"]["EventToolTried"] | components["schemas"]["EventToolConnected"] | components["schemas"]["EventToolDisconnected"] | components["schemas"]["EventToolDeleted"] | components["schemas"]["EventWebhookCreated"] | components["schemas"]["EventWebhookUpdated"] | components["schemas"]["EventWebhookDisabled"] | components["schemas"]["EventWebhookDeleted"] | components["schemas"]["EventToolCallWaiting"] | components["schemas"]["EventToolCallApproved"] | components["schemas"]["EventToolCallDenied"] | components["schemas"]["EventToolCallEnded"] | components["schemas"]["EventTeamRoomSet"] | components["schemas"]["EventTeamRoomRemoved"] | components["schemas"]["EventRoomAccountConnected"] | components["schemas"]["EventRoomAccountDisconnected"] | components["schemas"]["EventTeamCreated"] | components["schemas"]["EventTeamUpdated"] | components["schemas"]["EventTeamDeleted"] | components["schemas"]["EventMemberAvailabilityChanged"] | components["schemas"]["EventWorkingHoursSet"] | components["schemas"]["EventWorkingHoursRemoved"] | components["schemas"]["EventExportCreated"];
        WorkspaceEventSent: {
            /**
             * @description Its `_id`: send the last one as `Last-Event-ID`.
             * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
             */
            id: string;
            /**
             * @description Type of the event.
             * @example agent.created
             */
            event: string;
            data: components["schemas"]["WorkspaceEvent"];
        };
        /** @description One server-sent event of the log: the lines `id`, `event` and `data`. */
        WorkspaceEventStreamEvent: components["schemas"]["WorkspaceEventSent"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAgents: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only agents of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /** @description Only agents with this status; absent for all. */
                status?: "active" | "inactive";
                /**
                 * @description Only agents with this model; without a provider, with this model of any provider. Absent for all.
                 * @example openai/gpt-5-mini
                 */
                model?: string;
                /**
                 * @description Only agents with this ID of yours; absent for all. Unknown ones match nothing.
                 * @example support-eu
                 */
                externalId?: string;
                /**
                 * @description Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for all. Numbers and booleans are compared as text.
                 * @example {
                 *       "region": "eu"
                 *     }
                 */
                metadata?: {
                    [key: string]: string;
                };
                /**
                 * @description Only agents with exactly this name; absent for all.
                 * @example Support
                 */
                name?: string;
                /**
                 * @description Only agents created at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                createdAfter?: string | Date;
                /**
                 * @description Only agents created before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                createdBefore?: string | Date;
                /**
                 * @description Only agents whose name or description contains this text; absent for all.
                 * @example support
                 */
                q?: string;
                /**
                 * @description Only agents that changed for the last time at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                updatedAfter?: string | Date;
                /**
                 * @description Only agents that changed for the last time before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                updatedBefore?: string | Date;
                /**
                 * @description True to return `activity` of each agent: its conversations of the last 30 days, and its latest activity.
                 * @example true
                 */
                includeActivity?: boolean;
                /**
                 * @description Only these fields of each item, separated by commas, and `_id`; absent for all. Long texts that aren’t asked for aren’t read.
                 * @example name,externalId
                 */
                fields?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["ListedAgent"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Answer 304 if the entity tag is still current; absent for the whole answer.
                 * @example "3"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Agent deleted with 2 channels and 14 conversations.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    putAgent: {
        parameters: {
            query?: {
                /**
                 * @description Identifier of the workspace. By default the only one that the caller reaches; required if there are several.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
            };
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Your own ID: 1 to 200 characters, unique in the workspace.
                 * @example cms-4711
                 */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentUpsert"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
        };
    };
    duplicateAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentCopy"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Agent"];
                    };
                };
            };
        };
    };
    getAgentDependents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["AgentDependents"];
                    };
                };
            };
        };
    };
    listAgentConversations: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only conversations of this channel; absent for all. Unknown ones match nothing.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                channelId?: string;
                /** @description Only conversations with this status; absent for all. */
                status?: "open" | "human" | "closed";
                /**
                 * @description Only conversations of this end user; absent for all.
                 * @example customer-42
                 */
                userId?: string;
                /** @description Only conversations whose latest rated reply has this rating; absent for all. */
                rating?: "positive" | "negative";
                /**
                 * @description Only conversations with exactly this tag, upper and lower case apart; absent for all.
                 * @example shipping
                 */
                tag?: string;
                /**
                 * @description Only conversations that this person has taken over; `me` is the person who asks; absent for all. Unknown ones match nothing.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                takenBy?: string;
                /**
                 * @description Only conversations in which a person has to write next: their status is `human`, and the latest message is not by a person; absent or false for all.
                 * @example true
                 */
                waiting?: boolean;
                /**
                 * @description Only conversations whose latest reply failed, and in which no person has written since; absent or false for all.
                 * @example true
                 */
                failed?: boolean;
                /**
                 * @description Only trials of the playground, or with false only other conversations; absent for both.
                 * @example false
                 */
                playground?: boolean;
                /**
                 * @description Only conversations that have all of these words in one message, in any language, or whose title contains this text; absent for all. The last word may be the beginning of one.
                 * @example late parcel
                 */
                q?: string;
                /**
                 * @description Only conversations created at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                createdAfter?: string | Date;
                /**
                 * @description Only conversations created before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                createdBefore?: string | Date;
                /**
                 * @description Only conversations that changed for the last time at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                updatedAfter?: string | Date;
                /**
                 * @description Only conversations that changed for the last time before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                updatedBefore?: string | Date;
                /**
                 * @description Only conversations whose latest message was sent at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                lastMessageAfter?: string | Date;
                /**
                 * @description Only conversations whose latest message was sent before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                lastMessageBefore?: string | Date;
                /**
                 * @description True to add `unread` to each conversation; false by default.
                 * @example true
                 */
                includeUnread?: boolean;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastMessageAt" | "-lastMessageAt";
            };
            header?: never;
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["ListedConversation"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only conversations with this agent; absent for all. Unknown ones match nothing.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agentId?: string;
                /**
                 * @description Only conversations of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only conversations of this channel; absent for all. Unknown ones match nothing.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                channelId?: string;
                /** @description Only conversations with this status; absent for all. */
                status?: "open" | "human" | "closed";
                /**
                 * @description Only conversations of this end user; absent for all.
                 * @example customer-42
                 */
                userId?: string;
                /** @description Only conversations whose latest rated reply has this rating; absent for all. */
                rating?: "positive" | "negative";
                /**
                 * @description Only conversations with exactly this tag, upper and lower case apart; absent for all.
                 * @example shipping
                 */
                tag?: string;
                /**
                 * @description Only conversations that this person has taken over; `me` is the person who asks; absent for all. Unknown ones match nothing.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                takenBy?: string;
                /**
                 * @description Only conversations in which a person has to write next: their status is `human`, and the latest message is not by a person; absent or false for all.
                 * @example true
                 */
                waiting?: boolean;
                /**
                 * @description Only conversations whose latest reply failed, and in which no person has written since; absent or false for all.
                 * @example true
                 */
                failed?: boolean;
                /**
                 * @description Only trials of the playground, or with false only other conversations; absent for both.
                 * @example false
                 */
                playground?: boolean;
                /**
                 * @description Only conversations that have all of these words in one message, in any language, or whose title contains this text; absent for all. The last word may be the beginning of one.
                 * @example late parcel
                 */
                q?: string;
                /**
                 * @description Only conversations created at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                createdAfter?: string | Date;
                /**
                 * @description Only conversations created before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                createdBefore?: string | Date;
                /**
                 * @description Only conversations that changed for the last time at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                updatedAfter?: string | Date;
                /**
                 * @description Only conversations that changed for the last time before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                updatedBefore?: string | Date;
                /**
                 * @description Only conversations whose latest message was sent at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                lastMessageAfter?: string | Date;
                /**
                 * @description Only conversations whose latest message was sent before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                lastMessageBefore?: string | Date;
                /**
                 * @description True to add `unread` to each conversation; false by default.
                 * @example true
                 */
                includeUnread?: boolean;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastMessageAt" | "-lastMessageAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["ListedConversation"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    deleteUserConversations: {
        parameters: {
            query: {
                /**
                 * @description Your ID for the end user whose conversations are deleted.
                 * @example customer-42
                 */
                userId: string;
                /**
                 * @description Only conversations of this workspace; absent for every workspace that the caller administers.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Deleted 14 conversations with 120 messages.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    exportConversations: {
        parameters: {
            query?: {
                /**
                 * @description `jsonl` (the default): one conversation per line, with its messages. `csv`: one message per line.
                 * @example csv
                 */
                format?: "jsonl" | "csv";
                /**
                 * @description Only conversations with this agent; absent for all. Unknown ones match nothing.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agentId?: string;
                /**
                 * @description Only conversations of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only conversations of this channel; absent for all. Unknown ones match nothing.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                channelId?: string;
                /** @description Only conversations with this status; absent for all. */
                status?: "open" | "human" | "closed";
                /**
                 * @description Only conversations of this end user; absent for all.
                 * @example customer-42
                 */
                userId?: string;
                /** @description Only conversations whose latest rated reply has this rating; absent for all. */
                rating?: "positive" | "negative";
                /**
                 * @description Only conversations with exactly this tag, upper and lower case apart; absent for all.
                 * @example shipping
                 */
                tag?: string;
                /**
                 * @description Only conversations that this person has taken over; `me` is the person who asks; absent for all. Unknown ones match nothing.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                takenBy?: string;
                /**
                 * @description Only conversations in which a person has to write next: their status is `human`, and the latest message is not by a person; absent or false for all.
                 * @example true
                 */
                waiting?: boolean;
                /**
                 * @description Only conversations whose latest reply failed, and in which no person has written since; absent or false for all.
                 * @example true
                 */
                failed?: boolean;
                /**
                 * @description Only trials of the playground, or with false only other conversations; absent for both.
                 * @example false
                 */
                playground?: boolean;
                /**
                 * @description Only conversations that have all of these words in one message, in any language, or whose title contains this text; absent for all. The last word may be the beginning of one.
                 * @example late parcel
                 */
                q?: string;
                /**
                 * @description Only conversations created at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                createdAfter?: string | Date;
                /**
                 * @description Only conversations created before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                createdBefore?: string | Date;
                /**
                 * @description Only conversations that changed for the last time at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                updatedAfter?: string | Date;
                /**
                 * @description Only conversations that changed for the last time before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                updatedBefore?: string | Date;
                /**
                 * @description Only conversations whose latest message was sent at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                lastMessageAfter?: string | Date;
                /**
                 * @description Only conversations whose latest message was sent before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                lastMessageBefore?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Answer 304 if the entity tag is still current; absent for the whole answer.
                 * @example "3"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    deleteConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Conversation deleted with 2 messages.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    updateConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    submitConversationForm: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormSubmission"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    markConversationRead: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationReadDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ConversationRead"];
                    };
                };
            };
        };
    };
    markAllConversationsRead: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllConversationsReadDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["AllConversationsRead"];
                    };
                };
            };
        };
    };
    closeConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    reopenConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    takeOverConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    releaseConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    cancelTurn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    chat: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Exchange"];
                    };
                    "text/event-stream": components["schemas"]["ReplyStreamEvent"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Exchange"];
                    };
                    "text/event-stream": components["schemas"]["ReplyStreamEvent"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Message"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Exchange"];
                    };
                    "text/event-stream": components["schemas"]["ReplyStreamEvent"];
                };
            };
        };
    };
    retryMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Message identifier.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    settings?: components["schemas"]["TrialSettings"];
                    /**
                     * @description A JSON Schema with `type: object`: the `content` of the reply is then JSON that is valid against it. Draft 7 or 2020-12, at most 32 KiB and 32 levels deep, `$ref` only within it. Not for an agent whose `answerMode` is `grounded`. Any text unless set.
                     * @example {
                     *       "type": "object",
                     *       "properties": {
                     *         "mood": {
                     *           "type": "string",
                     *           "enum": [
                     *             "happy",
                     *             "angry"
                     *           ]
                     *         },
                     *         "urgent": {
                     *           "type": "boolean"
                     *         }
                     *       },
                     *       "required": [
                     *         "mood",
                     *         "urgent"
                     *       ]
                     *     }
                     */
                    responseSchema?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description True to return server-sent events instead of JSON. By default, events only if the request has `Accept: text/event-stream`.
                     * @example false
                     */
                    stream?: boolean;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Exchange"];
                    };
                    "text/event-stream": components["schemas"]["ReplyStreamEvent"];
                };
            };
        };
    };
    sendToolResults: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Message identifier.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolResultsDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Exchange"];
                    };
                    "text/event-stream": components["schemas"]["ReplyStreamEvent"];
                };
            };
        };
    };
    followConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Resume after the event with this ID; absent to begin at the start.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ReplyStreamEvent"];
                };
            };
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Message identifier.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Message"];
                    };
                };
            };
        };
    };
    rateMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Message identifier.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Feedback"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Message"];
                    };
                };
            };
        };
    };
    followConversationEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Resume after the event with this ID; absent to begin at the start.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
                 */
                "Last-Event-ID"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ConversationStreamEvent"];
                };
            };
        };
    };
    watchConversations: {
        parameters: {
            query?: {
                /**
                 * @description Only conversations of this workspace; absent for every one that the caller reaches.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
            };
            header?: {
                /**
                 * @description Resume after the event with this ID; absent to begin at the start.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv.1
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ConversationChangeStreamEvent"];
                };
            };
        };
    };
    sendTranscript: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TranscriptDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Transcript"];
                    };
                };
            };
        };
    };
    getConversationStatistics: {
        parameters: {
            query: {
                /**
                 * @description Identifier of the workspace to count.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId: string;
                /**
                 * @description Only conversations with this agent; absent for all.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agentId?: string;
                /**
                 * @description Number of days up to and including `to`: 1 to 90, 30 if absent. Not with `from`.
                 * @example 7
                 */
                days?: number;
                /**
                 * @description First day, in UTC, instead of `days`; with `to` at most 731 days, both included.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description Last day, in UTC; absent for today. It must not be in the future.
                 * @example 2026-01-31
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ConversationStatistics"];
                    };
                };
            };
        };
    };
    listChannelTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ChannelTypeList"];
                    };
                };
            };
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /** @description Only channels of this kind; absent for all. */
                type?: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
                /** @description Only channels in this state; absent for all. */
                status?: "active" | "inactive" | "error";
                /**
                 * @description Only channels with this ID of yours; absent for all. Unknown ones match nothing.
                 * @example shop-widget
                 */
                externalId?: string;
                /**
                 * @description Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for all. Numbers and booleans are compared as text.
                 * @example {
                 *       "region": "eu"
                 *     }
                 */
                metadata?: {
                    [key: string]: string;
                };
                /**
                 * @description Only channels with exactly this name; absent for all.
                 * @example Shop
                 */
                name?: string;
                /**
                 * @description Only these fields of each item, separated by commas, and `_id`; absent for all. Long texts that aren’t asked for aren’t read.
                 * @example name,status
                 */
                fields?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
            };
            header?: never;
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Channel"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["NewChannel"];
                    };
                };
            };
        };
    };
    listAllChannels: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only channels of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only channels of this agent; absent for all. Unknown ones match nothing.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agentId?: string;
                /** @description Only channels of this kind; absent for all. */
                type?: "widget" | "page" | "telegram" | "slack" | "discord" | "whatsapp" | "email" | "webhook";
                /** @description Only channels in this state; absent for all. */
                status?: "active" | "inactive" | "error";
                /**
                 * @description Only channels with this ID of yours; absent for all. Unknown ones match nothing.
                 * @example shop-widget
                 */
                externalId?: string;
                /**
                 * @description Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for all. Numbers and booleans are compared as text.
                 * @example {
                 *       "region": "eu"
                 *     }
                 */
                metadata?: {
                    [key: string]: string;
                };
                /**
                 * @description Only channels with exactly this name; absent for all.
                 * @example Shop
                 */
                name?: string;
                /**
                 * @description Only these fields of each item, separated by commas, and `_id`; absent for all. Long texts that aren’t asked for aren’t read.
                 * @example name,status
                 */
                fields?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Channel"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    updateChannel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    deleteChannel: {
        parameters: {
            query?: {
                /**
                 * @description Answer with what would be deleted, by kind, and delete nothing. False by default.
                 * @example true
                 */
                dryRun?: boolean;
            };
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Channel deleted with 14 conversations.
                         */
                        message: string;
                    } | {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ChannelDependents"];
                    };
                };
            };
        };
    };
    putChannel: {
        parameters: {
            query?: {
                /**
                 * @description Identifier of the workspace. By default the only one that the caller reaches; required if there are several; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
            };
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Your own ID: 1 to 200 characters, unique in the workspace.
                 * @example cms-4711
                 */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelUpsert"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["UpsertedChannel"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["UpsertedChannel"];
                    };
                };
            };
        };
    };
    rotateChannelSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelRotation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["RotatedChannel"];
                    };
                };
            };
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelTestDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ChannelTest"];
                    };
                };
            };
        };
    };
    checkChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelCheck"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ChannelTest"];
                    };
                };
            };
        };
    };
    setChannelPicture: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description PNG, JPEG or WebP, not animated, 32 to 1,024 pixels wide and high. Its metadata becomes public, too. Max 256 KiB.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Channel"];
                    };
                };
            };
        };
    };
    deleteChannelPicture: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Picture deleted.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    createVisitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitorDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["VisitorSession"];
                    };
                };
            };
        };
    };
    confirmChannelAddress: {
        parameters: {
            query?: {
                /**
                 * @description Always `subscribe`.
                 * @example subscribe
                 */
                "hub.mode"?: string;
                /**
                 * @description The secret of the channel.
                 * @example whsec_…
                 */
                "hub.verify_token"?: string;
                /**
                 * @description Text that the answer must repeat.
                 * @example 1158201444
                 */
                "hub.challenge"?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ChannelEventReceived"];
                    } | {
                        [key: string]: unknown;
                    };
                    "text/plain": string;
                };
            };
        };
    };
    receiveChannelEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Channel identifier.
                 * @example channel_01kg9vq40efm2s7x9r1c3k5z8w
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Of a `webhook`: a message, as in the example. `name`, `conversation` (what tells apart the conversations of a user), `attachments` and `timestamp` may be absent. `text` has at most 20,000 characters, and may be absent if there are attachments. Forms are only for platforms that send some, such as Slack. */
        requestBody: {
            content: {
                "application/json": string;
                "application/x-www-form-urlencoded": string;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ChannelEventReceived"];
                    } | {
                        [key: string]: unknown;
                    };
                    "text/plain": string;
                };
            };
            /** @description Left to another program. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only deliveries in this state; absent for all.
                 * @example sent
                 */
                state?: "queued" | "sent" | "delivered" | "failed" | "unknown";
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /**
                 * @description Conversation identifier.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["MessageDelivery"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    redeliverMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Message identifier.
                 * @example msg_01kg9vb2h6e5r1w3j9b7p4s0kv
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["MessageDelivery"];
                    };
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Order of the list; `-` is descending. `name` by default.
                 * @example name
                 */
                sort?: "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ModelList"];
                    };
                };
            };
        };
    };
    testModel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelTestParams"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ModelTest"];
                    };
                };
            };
        };
    };
    listModelProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ModelProviders"];
                    };
                };
            };
        };
    };
    setModelProviderKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the provider.
                 * @example openai
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelProviderKey"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ModelProvider"];
                    };
                };
            };
        };
    };
    deleteModelProviderKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the provider.
                 * @example openai
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example API key deleted.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    testModelProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Name of the provider.
                 * @example openai
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelProviderTestParams"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ModelProviderTest"];
                    };
                };
            };
        };
    };
    listToolTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ToolTypeList"];
                    };
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only tools of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /** @description Only tools of this kind; absent for all. */
                type?: "http" | "mcp" | "client" | "builtin";
                /**
                 * @description Only the tool with exactly this name; absent for all.
                 * @example find_order
                 */
                name?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
                /**
                 * @description Only these fields of each item, separated by commas, and `_id`; absent for all. Long texts that aren’t asked for aren’t read.
                 * @example name,type
                 */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Tool"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createTool: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Tool"];
                    };
                };
            };
        };
    };
    getTool: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Answer 304 if the entity tag is still current; absent for the whole answer.
                 * @example "3"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Tool"];
                    };
                };
            };
        };
    };
    updateTool: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Tool"];
                    };
                };
            };
        };
    };
    deleteTool: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Tool deleted.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    listToolDefinitions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ToolDefinitions"];
                    };
                };
            };
        };
    };
    approveToolDefinitions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefinitionApproval"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Tool"];
                    };
                };
            };
        };
    };
    connectTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ToolConnectionLink"];
                    };
                };
            };
        };
    };
    getToolConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ToolConnection"];
                    };
                };
            };
        };
    };
    disconnectTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Account disconnected.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    listToolConnections: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only accounts of this end user; absent for all. Unknown ones match nothing.
                 * @example customer-42
                 */
                userId?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
            };
            header?: never;
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["UserConnection"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    disconnectToolUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
                /**
                 * @description ID of the account.
                 * @example tcon_01kg9wf4h1ec5r8y2m6t3v9k7n
                 */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Account disconnected.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    getToolClientDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ClientDocument"];
                    } | {
                        [key: string]: unknown;
                    };
                    "text/plain": string;
                };
            };
        };
    };
    importTools: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolImport"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ImportedTools"];
                    };
                };
            };
        };
    };
    tryTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Tool identifier.
                 * @example tool_01kg9wf2c8e5tv3m7x1k9r4d6b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolTrial"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["TriedTool"];
                    };
                };
            };
        };
    };
    listToolCalls: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only calls in this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only calls of this agent; absent for all. Unknown ones match nothing.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agentId?: string;
                /**
                 * @description Only calls in this conversation; absent for all. Unknown ones match nothing.
                 * @example conv_01kg9vb2h4exg3z7k9w1t6c5mr
                 */
                conversationId?: string;
                /** @description Only calls in this state; absent for all. */
                status?: "waiting" | "running" | "completed" | "failed" | "denied" | "expired" | "unknown";
                /** @description Only calls that wait for this, or did; absent for all. */
                waitsFor?: "approval" | "result";
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["ToolCallRecord"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    getToolCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the call.
                 * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ToolCallRecord"];
                    };
                };
            };
        };
    };
    approveToolCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Identifier of the call.
                 * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolCallDecision"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ToolCallRecord"];
                    };
                };
            };
        };
    };
    denyToolCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Identifier of the call.
                 * @example call_01kg9wf6n3f9hd2q8w5z0t7m4c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolCallDecision"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ToolCallRecord"];
                    };
                };
            };
        };
    };
    readApprovalLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalLinkToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ApprovalLink"];
                    };
                };
            };
        };
    };
    decideByApprovalLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalLinkDecision"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ApprovalLink"];
                    };
                };
            };
        };
    };
    getTeamRoom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["TeamRoom"];
                    };
                };
            };
        };
    };
    setTeamRoom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamRoomDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["TeamRoom"];
                    };
                };
            };
        };
    };
    deleteTeamRoom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Team room removed.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    createRoomCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoomCodeDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["RoomCode"];
                    };
                };
            };
        };
    };
    listRoomAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["RoomAccounts"];
                    };
                };
            };
        };
    };
    deleteRoomAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the connection.
                 * @example racc_01kg9wg1p7f4kb6t2y9d5x3n8r
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Account disconnected.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only teams of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Team"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Answer 304 if the entity tag is still current; absent for the whole answer.
                 * @example "3"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Team identifier.
                 * @example team_01kg9wg5r2e8st4m6x0k3c7d9v
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Team identifier.
                 * @example team_01kg9wg5r2e8st4m6x0k3c7d9v
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Team"];
                    };
                };
            };
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Team identifier.
                 * @example team_01kg9wg5r2e8st4m6x0k3c7d9v
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Team deleted.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    listAvailability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["AvailabilityList"];
                    };
                };
            };
        };
    };
    setAvailability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilityDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Availability"];
                    };
                };
            };
        };
    };
    getWorkingHours: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WorkingHours"];
                    };
                };
            };
        };
    };
    setWorkingHours: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkingHoursDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WorkingHours"];
                    };
                };
            };
        };
    };
    deleteWorkingHours: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Working hours removed.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    listKnowledgeSources: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only sources of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only sources that this agent uses; absent for all. Unknown ones match nothing.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agentId?: string;
                /** @description Only sources of this type; absent for all. */
                type?: "text" | "qa" | "file" | "documents" | "url" | "website" | "git" | "s3" | "notion";
                /** @description Only sources in this state; absent for all. */
                status?: "queued" | "processing" | "ready" | "failed";
                /**
                 * @description Only sources with this ID of yours; absent for all. Unknown ones match nothing.
                 * @example cms-help
                 */
                externalId?: string;
                /**
                 * @description Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for all. Numbers and booleans are compared as text.
                 * @example {
                 *       "region": "eu"
                 *     }
                 */
                metadata?: {
                    [key: string]: string;
                };
                /**
                 * @description Only sources with exactly this name; absent for all.
                 * @example Shipping and returns
                 */
                name?: string;
                /**
                 * @description Only sources whose name contains this text; absent for all.
                 * @example shipping
                 */
                q?: string;
                /**
                 * @description Only sources that changed for the last time at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                updatedAfter?: string | Date;
                /**
                 * @description Only sources that changed for the last time before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                updatedBefore?: string | Date;
                /**
                 * @description Only these fields of each item, separated by commas, and `_id`; absent for all. Long texts that aren’t asked for aren’t read.
                 * @example name,status
                 */
                fields?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["KnowledgeSource"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createKnowledgeSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeSourceDraft"];
                "multipart/form-data": {
                    /**
                     * @description `file`, which is the default of a form.
                     * @enum {string}
                     */
                    type?: "file";
                    /**
                     * @description Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`; otherwise the file name or the URL.
                     * @example Shipping and returns
                     */
                    name?: string;
                    /**
                     * @description Identifier of the workspace. By default the only one that the caller reaches; required if there are several.
                     * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                     */
                    workspaceId?: string;
                    /**
                     * @description Your own ID: 1 to 200 characters, unique in the workspace.
                     * @example cms-4711
                     */
                    externalId?: string;
                    /**
                     * @description Your own data as a JSON object: max 50 keys, 16,384 characters as JSON. Empty unless set.
                     * @example {"region":"eu"}
                     */
                    metadata?: string;
                    /**
                     * Format: binary
                     * @description A PDF, DOCX, XLSX, XLS, PPTX, OpenDocument, EPUB, RTF, HTML, Markdown, plain text, CSV, JSON, XML, EML, MSG, ICS, VTT, SRT, IPYNB, AsciiDoc, reStructuredText or Org file. Max 20 MiB.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSource"];
                    };
                };
            };
        };
    };
    replaceKnowledgeSourceFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A PDF, DOCX, XLSX, XLS, PPTX, OpenDocument, EPUB, RTF, HTML, Markdown, plain text, CSV, JSON, XML, EML, MSG, ICS, VTT, SRT, IPYNB, AsciiDoc, reStructuredText or Org file. Max 20 MiB.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSource"];
                    };
                };
            };
        };
    };
    getKnowledgeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSource"];
                    };
                };
            };
        };
    };
    updateKnowledgeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeSourceChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSource"];
                    };
                };
            };
        };
    };
    deleteKnowledgeSource: {
        parameters: {
            query?: {
                /**
                 * @description Delete it although agents use it; they lose it at once. False by default.
                 * @example true
                 */
                force?: boolean;
                /**
                 * @description Answer with what would be deleted, by kind, and delete nothing. False by default.
                 * @example true
                 */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Knowledge source deleted with 30 documents and 420 chunks. 2 agents have lost it.
                         */
                        message: string;
                    } | {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSourceDependents"];
                    };
                };
            };
        };
    };
    putKnowledgeSource: {
        parameters: {
            query?: {
                /**
                 * @description Identifier of the workspace. By default the only one that the caller reaches; required if there are several.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Your own ID: 1 to 200 characters, unique in the workspace.
                 * @example cms-4711
                 */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeSourceUpsert"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSource"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSource"];
                    };
                };
            };
        };
    };
    getKnowledgeSourceContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSourceContent"];
                    };
                };
            };
        };
    };
    listKnowledgeSourceAgents: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
            };
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["KnowledgeSourceAgent"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    syncKnowledgeSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSource"];
                    };
                };
            };
        };
    };
    reviewKnowledgeSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeSourceReviewDecision"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSource"];
                    };
                };
            };
        };
    };
    listKnowledgeSyncs: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["KnowledgeSync"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    listKnowledgeDocuments: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /** @description Only documents in this state; absent for all. */
                status?: "queued" | "ready" | "skipped" | "failed";
                /**
                 * @description Only the document with this ID of yours; absent for all. Unknown ones match nothing.
                 * @example cms-4711
                 */
                externalId?: string;
                /**
                 * @description Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for all. Numbers and booleans are compared as text.
                 * @example {
                 *       "region": "eu"
                 *     }
                 */
                metadata?: {
                    [key: string]: string;
                };
                /**
                 * @description Only documents whose title, URL or file name contains this text; absent for all.
                 * @example returns
                 */
                q?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["KnowledgeDocument"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    addKnowledgeDocuments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeDocumentDrafts"];
                "multipart/form-data": {
                    /**
                     * @description Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
                     * @example Returns
                     */
                    title?: string;
                    /**
                     * @description URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set.
                     * @example https://example.com/returns
                     */
                    url?: string;
                    /**
                     * @description Your own data as a JSON object: max 50 keys, 16,384 characters as JSON. Empty unless set.
                     * @example {"region":"eu"}
                     */
                    metadata?: string;
                    /**
                     * @description Your own ID: 1 to 200 characters, unique in the source, for a form with one file.
                     * @example cms-4711
                     */
                    externalId?: string;
                    /** @description PDF, DOCX, HTML, Markdown, plain text or CSV. */
                    file: string[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeDocumentsAdded"];
                    };
                };
            };
        };
    };
    putKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
                /**
                 * @description Your own ID: 1 to 200 characters, unique in the source.
                 * @example cms-4711
                 */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeDocumentUpsert"];
                "multipart/form-data": {
                    /**
                     * @description Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
                     * @example Returns
                     */
                    title?: string;
                    /**
                     * @description URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set.
                     * @example https://example.com/returns
                     */
                    url?: string;
                    /**
                     * @description Your own data as a JSON object: max 50 keys, 16,384 characters as JSON. Empty unless set.
                     * @example {"region":"eu"}
                     */
                    metadata?: string;
                    /**
                     * Format: binary
                     * @description PDF, DOCX, HTML, Markdown, plain text or CSV. Max 20 MiB.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeDocument"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeDocument"];
                    };
                };
            };
        };
    };
    getKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
                /**
                 * @description Document identifier.
                 * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
                 */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeDocument"];
                    };
                };
            };
        };
    };
    updateKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
                /**
                 * @description Document identifier.
                 * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
                 */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeDocumentChanges"];
                "multipart/form-data": {
                    /**
                     * @description Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
                     * @example Returns
                     */
                    title?: string;
                    /**
                     * @description URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set.
                     * @example https://example.com/returns
                     */
                    url?: string;
                    /**
                     * @description Your own data as a JSON object: max 50 keys, 16,384 characters as JSON. Empty unless set.
                     * @example {"region":"eu"}
                     */
                    metadata?: string;
                    /**
                     * Format: binary
                     * @description PDF, DOCX, HTML, Markdown, plain text or CSV. Max 20 MiB.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeDocument"];
                    };
                };
            };
        };
    };
    deleteKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
                /**
                 * @description Document identifier.
                 * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
                 */
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Document deleted.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    importKnowledgePairs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgePairImport"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgePairImportResult"];
                    };
                };
            };
        };
    };
    exportKnowledgePairs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgePairExport"];
                    };
                };
            };
        };
    };
    listKnowledgePairs: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only pairs whose question or answer contains this text; absent for all.
                 * @example return
                 */
                q?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
            };
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["KnowledgePair"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createKnowledgePair: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgePairDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgePair"];
                    };
                };
            };
        };
    };
    getKnowledgePair: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
                /**
                 * @description Pair identifier.
                 * @example pair_01kg9vmz91fd3s6v8k0q2h5jax
                 */
                pairId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgePair"];
                    };
                };
            };
        };
    };
    updateKnowledgePair: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
                /**
                 * @description Pair identifier.
                 * @example pair_01kg9vmz91fd3s6v8k0q2h5jax
                 */
                pairId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgePairChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgePair"];
                    };
                };
            };
        };
    };
    deleteKnowledgePair: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
                /**
                 * @description Pair identifier.
                 * @example pair_01kg9vmz91fd3s6v8k0q2h5jax
                 */
                pairId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Pair deleted.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    listKnowledgeChunks: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only chunks of this document; absent for all. Unknown ones match nothing.
                 * @example doc_01kg9vm6b4e8xr2m5c7y9w0tkn
                 */
                documentId?: string;
                /**
                 * @description Only chunks that are switched on, or off; absent for all.
                 * @example false
                 */
                enabled?: boolean;
                /**
                 * @description Only chunks with this number or a higher one, such as that of a citation; absent for all.
                 * @example 7
                 */
                from?: number;
                /**
                 * @description Only chunks whose text contains this text; absent for all.
                 * @example 30 days
                 */
                q?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["KnowledgeChunk"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    updateKnowledgeChunk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
                /**
                 * @description Number of the chunk.
                 * @example 7
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeChunkChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeChunk"];
                    };
                };
            };
        };
    };
    searchAgentKnowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description A question to the knowledge sources of an agent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeQuery"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeResults"];
                    };
                };
            };
        };
    };
    getKnowledgeSourceHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSourceHook"];
                    };
                };
            };
        };
    };
    rotateKnowledgeSourceHook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeSourceHookRotation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSourceHookWithSecret"];
                    };
                };
            };
        };
    };
    deleteKnowledgeSourceHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Hook deleted.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    receiveKnowledgeSourceHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Knowledge source identifier.
                 * @example src_01kg9vm5t3fy6k8q2h4d0n1zxc
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Anything or nothing: only its signature counts. */
        requestBody: {
            content: {
                "application/json": string;
                "*/*": string;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["KnowledgeSourceHookReceived"];
                    };
                };
            };
        };
    };
    listUnansweredQuestions: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only questions asked at this time (ISO 8601) or later; 30 days ago by default. They are kept for 90 days.
                 * @example 2026-01-01T00:00:00Z
                 */
                since?: string | Date;
                /**
                 * @description Order of the list; `-` is descending. `-lastAskedAt` by default.
                 * @example -lastAskedAt
                 */
                sort?: "lastAskedAt" | "-lastAskedAt" | "count" | "-count";
            };
            header?: never;
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["UnansweredQuestion"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    answerUnansweredQuestion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
                /**
                 * @description Identifier of the question.
                 * @example qst_01kg9vp2d7h6s3r9y4n8w1j5za
                 */
                questionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnansweredAnswer"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["AnsweredQuestion"];
                    };
                };
            };
        };
    };
    dismissUnansweredQuestion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Agent identifier.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                id: string;
                /**
                 * @description Identifier of the question.
                 * @example qst_01kg9vp2d7h6s3r9y4n8w1j5za
                 */
                questionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Question dismissed.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    verifyCitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CitationCheck"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["CheckedCitations"];
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only keys that are bound to this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only keys of this user; absent for all. Unknown ones match nothing.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                userId?: string;
                /**
                 * @description Only keys with this environment; absent for all.
                 * @example production
                 */
                environment?: "development" | "production";
                /** @description Only keys with this status; absent for all. */
                status?: "active" | "inactive" | "expired" | "revoked";
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "lastUsedAt" | "-lastUsedAt" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["ApiKey"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["NewApiKey"];
                    };
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description API key identifier; not the key.
                 * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description API key identifier; not the key.
                 * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description API key identifier; not the key.
                 * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example API key revoked.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description API key identifier; not the key.
                 * @example key_01kg9v6ycye6r8j3h5p1xw4q0z
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["NewApiKey"];
                    };
                };
            };
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Workspace"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Workspace"];
                    };
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Workspace"];
                    };
                };
            };
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspaceChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Workspace"];
                    };
                };
            };
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: {
                /**
                 * @description Name of the workspace. Required unless `dryRun` is true.
                 * @example Bookshop
                 */
                confirm?: string;
                /**
                 * @description Answer with what would be deleted, by kind, and delete nothing. False by default.
                 * @example true
                 */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Workspace deleted with 4 agents, 120 conversations, 960 messages, 2 channels and 3 members.
                         */
                        message: string;
                    } | {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WorkspaceDependents"];
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "name" | "-name";
            };
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Member"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
                /**
                 * @description User identifier of the member.
                 * @example user_01kg9wc41rey9bd0w3t5q7hcvm
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
                /**
                 * @description User identifier of the member.
                 * @example user_01kg9wc41rey9bd0w3t5q7hcvm
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
                /**
                 * @description User identifier of the member.
                 * @example user_01kg9wc41rey9bd0w3t5q7hcvm
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Member removed.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    resetMemberPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
                /**
                 * @description User identifier of the member.
                 * @example user_01kg9wc41rey9bd0w3t5q7hcvm
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["MemberPasswordReset"];
                    };
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "email" | "-email";
            };
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Invitation"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["NewInvitation"];
                    };
                };
            };
        };
    };
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
                /**
                 * @description Invitation identifier.
                 * @example inv_01kg9wa7k8f4q9z2c6m0rt5nye
                 */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Invitation"];
                    };
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Workspace identifier.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                id: string;
                /**
                 * @description Invitation identifier.
                 * @example inv_01kg9wa7k8f4q9z2c6m0rt5nye
                 */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Invitation revoked.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    previewInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["InvitationPreview"];
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["InvitationAccepted"];
                    };
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Me"];
                    };
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Me"];
                    };
                };
            };
        };
    };
    deleteMe: {
        parameters: {
            query?: {
                /**
                 * @description Answer with what would be deleted, by kind, and delete nothing. False by default.
                 * @example true
                 */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeRemoval"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Account deleted with 1 workspace, 4 agents, 120 conversations and 960 messages.
                         */
                        message: string;
                    } | {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["MeDependents"];
                    };
                };
            };
        };
    };
    sendVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Verification"];
                    };
                };
            };
        };
    };
    confirmVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationCode"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Your address is verified.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    getPasswordResets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["PasswordResetWays"];
                    };
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example If a user has this address, a link to reset the password is on its way to it.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetConfirmation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["PasswordResetDone"];
                    };
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Signed out.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    createSecondFactorSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The second factor of a user who has one; absent if it was not asked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorProof"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
        };
    };
    createPasskeySession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
        };
    };
    confirmSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionConfirmation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "lastSeenAt" | "-lastSeenAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Session"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Session identifier.
                 * @example sess_01kg9v5b0nftha1r6e8c3zjm2p
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Session ended.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Password changed; every other session has ended.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    createSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAsk"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["PasskeyChallenge"];
                    };
                };
            };
        };
    };
    createConfirmationOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["PasskeyChallenge"];
                    };
                };
            };
        };
    };
    getSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["SecondFactor"];
                    };
                };
            };
        };
    };
    startTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorStart"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["NewTotp"];
                    };
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Authenticator app removed.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpConfirmation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["TotpConfirmed"];
                    };
                };
            };
        };
    };
    createPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorStart"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["NewPasskeyChallenge"];
                    };
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyDraft"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["AddedPasskey"];
                    };
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Passkey identifier.
                 * @example passkey_01kg9v5c2mf7jrd1y8h4t6w0qk
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Passkey removed.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Passkey identifier.
                 * @example passkey_01kg9v5c2mf7jrd1y8h4t6w0qk
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Passkey"];
                    };
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["SetupState"];
                    };
                };
            };
        };
    };
    completeSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Setup"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["SetupDone"];
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Usage"];
                    };
                };
            };
        };
    };
    getQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Quotas"];
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The place to go on: `cursor` of the page before, or the `_id` of an event. Absent to begin with the oldest event.
                 * @example evt_01kg9v3g0fehk8x2v6m4t7c1zd
                 */
                cursor?: string;
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description Oldest first, or `-createdAt` for the newest first.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt";
                /**
                 * @description Max seconds to wait for an event if the page is empty: 0 to 30, 0 by default.
                 * @example 30
                 */
                wait?: number;
                /**
                 * @description Only events of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only these types, separated by commas; `agent.*` is every type of agents. Absent for all.
                 * @example agent.*,message.completed
                 */
                types?: string;
                /**
                 * @description Only events about this agent; absent for all. Unknown ones match nothing.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agentId?: string;
                /**
                 * @description Only events of this person, key, visitor or channel, or of `system` or `operator`; absent for all. Unknown ones match nothing.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                actor?: string;
                /**
                 * @description Only events at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                createdAfter?: string | Date;
                /**
                 * @description Only events before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                createdBefore?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["EventPage"];
                    };
                    "text/event-stream": components["schemas"]["WorkspaceEventStreamEvent"];
                };
            };
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /**
                 * @description `jsonl` (the default): one event per line, as the list shows it. `csv`: one event per row.
                 * @example csv
                 */
                format?: "jsonl" | "csv";
                /**
                 * @description Only events of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only these types, separated by commas; `agent.*` is every type of agents. Absent for all.
                 * @example agent.*,message.completed
                 */
                types?: string;
                /**
                 * @description Only events about this agent; absent for all. Unknown ones match nothing.
                 * @example agent_01kg9v7rs1f2t8d4b6n0yq5hxm
                 */
                agentId?: string;
                /**
                 * @description Only events of this person, key, visitor or channel, or of `system` or `operator`; absent for all. Unknown ones match nothing.
                 * @example user_01kg9v3fzkf8ks6h2d4b7w9ant
                 */
                actor?: string;
                /**
                 * @description Only events at this time (ISO 8601) or later; absent for no limit.
                 * @example 2026-01-01T00:00:00Z
                 */
                createdAfter?: string | Date;
                /**
                 * @description Only events before this time (ISO 8601); absent for no limit.
                 * @example 2026-02-01T00:00:00Z
                 */
                createdBefore?: string | Date;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
        };
    };
    getEventSeal: {
        parameters: {
            query?: {
                /**
                 * @description The log of this workspace; absent for that of the whole account.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["EventSeal"];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only webhooks of this workspace; absent for all. Unknown ones match nothing.
                 * @example ws_01kg9v3g02e1wv7k5y9f4bxd3h
                 */
                workspaceId?: string;
                /**
                 * @description Only webhooks with this status; absent for all.
                 * @example enabled
                 */
                status?: "enabled" | "disabled";
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["Webhook"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookDraft"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook identifier.
                 * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Refuse with 412 if the entity tag is not current; absent to change it in any case.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example Webhook deleted.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Webhook identifier.
                 * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["WebhookTest"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Max items per page: 1 to 100, 20 by default.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the previous page; absent for the first page.
                 * @example eyJrIjoxNzY5ODUxODAwMDAwfQ
                 */
                cursor?: string;
                /**
                 * @description True to add `total`, the number of all matching items; false by default.
                 * @example true
                 */
                includeTotal?: boolean;
                /**
                 * @description Only deliveries in this state; absent for all.
                 * @example pending
                 */
                state?: "pending" | "succeeded" | "failed";
                /**
                 * @description Only deliveries of events of this type; absent for all. Unknown ones match nothing.
                 * @example message.completed
                 */
                type?: string;
                /**
                 * @description Order of the list; `-` is descending. Newest first by default.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt";
            };
            header?: never;
            path: {
                /**
                 * @description Webhook identifier.
                 * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: {
                            /** @description The items of this page. */
                            items: components["schemas"]["WebhookDelivery"][];
                            /**
                             * @description The `cursor` of the next page; null on the last page.
                             * @example null
                             */
                            nextCursor: string | null;
                            /**
                             * @description The number of all matching items; absent unless `includeTotal` is true.
                             * @example 1
                             */
                            total?: number;
                        };
                    };
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Retries with the same key get the first answer again for 24 hours: 1 to 255 printable characters. Absent if a repeat may have its effect again.
                 * @example order-10-4432-1
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example webhook_01kg9wd0m2eyd8s4v6k1q7h3xz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRedelivery"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        /**
                         * @description One sentence that says what was done.
                         * @example The delivery will be sent again.
                         */
                        message: string;
                    };
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Liveness"];
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true for a success.
                         * @enum {boolean}
                         */
                        success: true;
                        data: components["schemas"]["Readiness"];
                    };
                };
            };
        };
    };
}
