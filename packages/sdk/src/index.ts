// biome-ignore lint/style/noDefaultExport: beside the named one, because clients of other services have it.
export { Parley, Parley as default } from './client.ts';
export { type ClientErrorCode, clientErrorCodes } from './client-error-codes.ts';
export type { APIPromise, WithRequestId, WithResponse } from './core/api-promise.ts';
export type { FollowOptions } from './core/conversation-events.ts';
export type { Confirmation } from './core/envelope.ts';
export type { LogFields, Logger, LogLevel } from './core/log.ts';
export type { AnswerText, MessageStream } from './core/message-stream.ts';
export type { Page, PagePromise } from './core/page.ts';
export type { RequestDescription, RequestOptions, UploadOptions } from './core/request.ts';
export type { Fetch, KeySource, ParleyOptions } from './core/settings.ts';
export type { FileContent, Uploadable, UploadProgress } from './core/upload.ts';
export { type ErrorCode, errorCodes } from './error-codes.gen.ts';
export {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ErrorDetail,
  type FailedExchange,
  InternalServerError,
  InvalidResponseError,
  NotFoundError,
  NotModifiedError,
  ParleyError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  type SecondFactorDemand,
  UnprocessableEntityError,
} from './errors.ts';
export { MessageFailedError } from './message-failed-error.ts';
export type { WaitOptions } from './resources/knowledge/source-waiting.ts';
export type { MessageStreamListeners } from './streams/observer.ts';
export type { TextParts } from './streams/text-parts.ts';
export { toUIMessageStreamResponse, type UIMessageStreamOptions } from './streams/ui-message-stream.ts';
export type { FromSchema } from './tools/from-schema.ts';
export type { ClientTool, RunToolsParams, ToolRun, ToolRunContext, ToolsRun } from './tools/run-types.ts';
export type * from './types.ts';
export { VERSION } from './version.ts';
export type {
  SignOptions,
  UnwrapOptions,
  WebhookEvent,
  WebhookHeaders,
  WebhookMessageEvent,
  WebhookTestEvent,
} from './webhook-messages.ts';
export { webhooks } from './webhooks.ts';
