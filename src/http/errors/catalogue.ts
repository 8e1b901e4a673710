/**
 * The one list of codes, statuses and exact messages. Routes name their errors by code; the OpenAPI document and the responses
 * both come from here. `{name}` in a message is filled in where the error is raised.
 */

interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
}

export const errorCatalogue = {
  // The request itself
  VALIDATION_FAILED: { status: 400, message: 'The request is not valid' },
  UNREADABLE_REQUEST: { status: 400, message: 'The request could not be read' },
  ROUTE_NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large. Max limit is {limit}.' },
  IDEMPOTENCY_KEY_IN_USE: { status: 409, message: 'A request with this Idempotency-Key is still running' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key belongs to a request with another body' },
  UNSUPPORTED_CONTENT_TYPE: { status: 415, message: 'Unsupported content type' },
  UNSUPPORTED_CONTENT_ENCODING: {
    status: 415,
    message: 'Unsupported content encoding. Only identity is accepted: send the body uncompressed.',
  },

  // Accounts and sessions
  AUTHENTICATION_REQUIRED: { status: 401, message: 'Authentication required' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  INVALID_REFRESH_TOKEN: { status: 401, message: 'Invalid refresh token' },
  CURRENT_PASSWORD_WRONG: { status: 403, message: 'Current password is wrong' },
  CROSS_SITE_REQUEST: { status: 403, message: 'Cross-site request refused' },
  REGISTRATION_CLOSED: {
    status: 403,
    message:
      'Registration is closed. Whoever runs this service can create an account: npm run accounts -- create EMAIL',
  },
  EMAIL_ALREADY_REGISTERED: { status: 409, message: 'Email already registered' },
  INVALID_RESET_TOKEN: {
    status: 400,
    message: 'This link to set a new password is not valid any more. Ask for a new one.',
  },
  MAIL_NOT_SET_UP: {
    status: 403,
    message:
      'This service sends no mail. Whoever runs it can set a new password: npm run accounts -- reset-password EMAIL',
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests, please try again later' },

  // Chatbots and what belongs to them
  CHATBOT_LIMIT_REACHED: { status: 403, message: 'Chatbot limit reached for your plan' },
  CHATBOT_NOT_FOUND: { status: 404, message: 'Chatbot not found' },
  CHATBOT_CHANGED: { status: 412, message: 'The chatbot has changed since it was read' },
  GENERATION_FAILED: { status: 502, message: 'Something went wrong. Please try again.' },
  DATA_SOURCE_NOT_FOUND: { status: 404, message: 'Data source not found' },
  DATA_SOURCE_LIMIT_REACHED: { status: 409, message: 'Data source limit reached' },
  SOURCE_CANNOT_BE_REFRESHED: { status: 400, message: 'Only websites and YouTube videos can be refreshed' },
  NO_FILE_UPLOADED: { status: 400, message: 'No file uploaded' },
  FILE_TOO_LARGE: { status: 400, message: 'File too large. Max limit is 25MB.' },
  UNSUPPORTED_FILE_TYPE: { status: 400, message: 'Unsupported file type: {type}' },
  IMAGE_TOO_LARGE: { status: 400, message: 'Image too large. Max limit is 2MB.' },
  IMAGE_TOO_MANY_PIXELS: { status: 400, message: 'Image has too many pixels. Max limit is 16 megapixels.' },
  UNSUPPORTED_IMAGE_TYPE: { status: 400, message: 'Unsupported image type: {type}' },
  IMAGE_NOT_FOUND: { status: 404, message: 'Image not found' },
  SESSION_NOT_TAKEN_OVER: { status: 409, message: 'Session is not taken over' },
  LEAD_NOT_FOUND: { status: 404, message: 'Lead not found' },
  WIDGET_KEY_LIMIT_REACHED: { status: 409, message: 'Widget key limit reached' },
  WIDGET_KEY_NOT_FOUND: { status: 404, message: 'Widget key not found' },

  // Widget
  MISSING_WIDGET_KEY: { status: 401, message: 'Missing widget key' },
  INVALID_WIDGET_KEY: { status: 401, message: 'Invalid or revoked API key' },
  DOMAIN_NOT_AUTHORIZED: { status: 403, message: 'Domain not authorized' },
  ORIGIN_MISSING: { status: 403, message: 'Origin header missing' },
  INVALID_ORIGIN: { status: 403, message: 'Invalid Origin' },
  RATE_LIMITED: { status: 429, message: 'Rate limited' },
  MESSAGE_LIMIT_REACHED: { status: 429, message: 'Message limit reached' },
  CONVERSATION_NOT_FOUND: { status: 404, message: 'Conversation not found' },
  MESSAGE_NOT_FOUND: { status: 404, message: 'Message not found' },
  NOT_AN_ASSISTANT_MESSAGE: { status: 400, message: 'Only assistant messages can be rated' },
  RATING_LIMIT_REACHED: { status: 409, message: 'Rating limit reached' },
  HANDOFF_NOT_ENABLED: { status: 403, message: 'Human handoff is not enabled' },

  // The service
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is not available right now, please try again' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
