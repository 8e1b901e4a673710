import type { OriginRejection } from '../../domain/widget-key/allowed-domains.ts';
import type { Commands, HttpDeps } from '../deps.ts';
import { ApiError, type ApiErrorOptions } from './api-error.ts';
import type { ErrorCode } from './catalogue.ts';

type RejectionIn<Answer> = Answer extends { readonly ok: false; readonly rejection: infer Name extends string }
  ? Name
  : never;

type RejectionOf<Service> = {
  [Method in keyof Service]: Service[Method] extends (...input: never[]) => Promise<infer Answer>
    ? RejectionIn<Answer>
    : never;
}[keyof Service];

export type Rejection =
  | { [Name in keyof Commands]: RejectionOf<Commands[Name]> }[keyof Commands]
  | RejectionOf<HttpDeps['chat']>
  | OriginRejection;

/** A rejection that is missing here does not compile. */
export const ERROR_CODES: Readonly<Record<Rejection, ErrorCode>> = {
  AccountNotFound: 'AUTHENTICATION_REQUIRED',
  CurrentPasswordWrong: 'CURRENT_PASSWORD_WRONG',
  EmailAlreadyRegistered: 'EMAIL_ALREADY_REGISTERED',
  InvalidCredentials: 'INVALID_CREDENTIALS',
  InvalidRefreshToken: 'INVALID_REFRESH_TOKEN',
  PasswordChangedMeanwhile: 'INVALID_RESET_TOKEN',

  AvatarUnknown: 'VALIDATION_FAILED',
  ChatbotChanged: 'CHATBOT_CHANGED',
  ChatbotDeleted: 'CHATBOT_NOT_FOUND',
  ChatbotLimitReached: 'CHATBOT_LIMIT_REACHED',
  ChatbotNotFound: 'CHATBOT_NOT_FOUND',
  DataSourceNotFound: 'DATA_SOURCE_NOT_FOUND',
  SourceCannotBeRefreshed: 'SOURCE_CANNOT_BE_REFRESHED',
  WidgetKeyLimitReached: 'WIDGET_KEY_LIMIT_REACHED',
  WidgetKeyNotFound: 'WIDGET_KEY_NOT_FOUND',

  DomainNotAuthorized: 'DOMAIN_NOT_AUTHORIZED',
  InvalidOrigin: 'INVALID_ORIGIN',
  OriginMissing: 'ORIGIN_MISSING',

  ConversationNotFound: 'CONVERSATION_NOT_FOUND',
  // Only retention states the last message that it has seen. Routes erase whatever was said since.
  ConversationWentOn: 'INTERNAL_ERROR',
  LeadNotFound: 'LEAD_NOT_FOUND',
  MessageLimitReached: 'MESSAGE_LIMIT_REACHED',
  MessageNotFound: 'MESSAGE_NOT_FOUND',
  OnlyAssistantMessagesCanBeRated: 'NOT_AN_ASSISTANT_MESSAGE',
  QuestionWithdrawn: 'SERVICE_UNAVAILABLE',
  RatingLimitReached: 'RATING_LIMIT_REACHED',
  SessionNotTakenOver: 'SESSION_NOT_TAKEN_OVER',
  // Only recording an answer is rejected so, and no route does that by itself.
  SessionTakenOver: 'INTERNAL_ERROR',
  TooManyAttempts: 'RATE_LIMITED',
};

export const rejectionError = (rejection: Rejection, options?: ApiErrorOptions): ApiError =>
  new ApiError(ERROR_CODES[rejection], options);
