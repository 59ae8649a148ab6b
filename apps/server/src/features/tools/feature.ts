import { randomUUID } from 'node:crypto';
import { createChecks } from '../../http/validation.ts';
import type { Statement } from '../../storage/unit.ts';
import { callbackPath } from '../../tools/oauth/document.ts';
import { type AskingNeeds, createAskingMails } from './asking/mails.ts';
import { approvalLinkEndpoints } from './asking/routes.ts';
import { createApprovalLinks } from './asking/service.ts';
import { type DropNeeds, droppedJob } from './calls/dropped.ts';
import { createKeeper, type KeeperNeeds } from './calls/keeper.ts';
import { toolCallEndpoints } from './calls/routes.ts';
import { type CallNeeds, createToolCalls } from './calls/service.ts';
import { createCheckTool } from './checks.ts';
import { createAccounts } from './connections/accounts.ts';
import { connectionEndpoints } from './connections/routes.ts';
import { createConnections } from './connections/service.ts';
import { createSignIns, SignInRefused } from './connections/sign-ins.ts';
import { forgetUser } from './connections/store.ts';
import { definitionEndpoints } from './definitions/routes.ts';
import { createDefinitions } from './definitions/service.ts';
import { importEndpoints } from './importing/routes.ts';
import { createImport } from './importing/service.ts';
import type { ToolNeeds } from './needs.ts';
import type { BuiltinNeeds } from './offers/builtins.ts';
import { createOffers } from './offers/offers.ts';
import { belongingsOf } from './removal.ts';
import { toolEndpoints } from './routes.ts';
import { createTools } from './service.ts';
import { trialEndpoints } from './trying/routes.ts';
import { createTrial } from './trying/service.ts';

/** Dependencies of the feature. */
export type ToolFeatureNeeds = ToolNeeds & KeeperNeeds & CallNeeds & DropNeeds & BuiltinNeeds & AskingNeeds;

/** Tools of workspaces: what agents can call besides their models, and the calls of them. */
export function toolsFeature(given: ToolFeatureNeeds) {
  const needs = { ...given, checkTool: createCheckTool(createChecks()), accounts: createAccounts(given) };
  const tools = createTools(needs);
  const calls = createToolCalls(needs);
  const mails = createAskingMails(needs);
  return {
    endpoints: [
      ...toolEndpoints(tools),
      ...definitionEndpoints(createDefinitions({ ...needs, update: tools.update })),
      ...connectionEndpoints(createConnections(needs)),
      ...importEndpoints(createImport(needs)),
      ...trialEndpoints(createTrial({ ...needs, newKey: () => `try_${randomUUID().replaceAll('-', '')}` })),
      ...toolCallEndpoints(calls),
      ...approvalLinkEndpoints(createApprovalLinks({ ...needs, calls })),
    ],
    /** Functions that turns need of tools. */
    aids: { toolsOf: createOffers(needs), calls: createKeeper({ ...needs, asks: [...needs.asks, mails.ask] }) },
    /** Jobs that ask approvers by mail, and that tell of calls which ended with their replies. */
    jobs: [...mails.jobs, droppedJob(needs)],
    /** Functions of the pages at which people connect accounts. */
    signIns: {
      signIns: createSignIns(needs),
      refusalOf: (error: unknown) => (error instanceof SignInRefused ? error.message : undefined),
      callbackPath,
    },
    /** Returns the statement that deletes the accounts of an end user. */
    forgetUser: (workspace: string, user: string): Statement => forgetUser(needs.db, workspace, user),
    calls,
    ofWorkspace: belongingsOf(needs),
  };
}
