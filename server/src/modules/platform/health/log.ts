import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';

/** Names whose values never stand in a log, at any of the first three levels. */
const secretNames = [
  'password',
  'oldPassword',
  'newPassword',
  'confirmPassword',
  'oneTimePassword',
  'passwordHash',
  'token',
  'sliderTicket',
  'uploadToken',
  'secret',
  'authorization',
  'cookie',
  '["auth-token"]',
  'auth_token',
  '["set-cookie"]',
  'phone',
  'email',
  'idCardNo',
];

const below = (prefix: string, name: string): string =>
  name.startsWith('[') ? `${prefix}${name}` : `${prefix}.${name}`;

/** JSON logs. Secrets and personal data are blotted out by name, wherever a call puts them. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: secretNames.flatMap((name) => [name, below('*', name), below('*.*', name)]),
      censor: '[redacted]',
    },
    serializers: { err: errorFacts },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An error for the log. PostgreSQL's `detail` quotes the row, so it stays out. */
function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const cause: unknown = error.cause === undefined ? undefined : errorFacts(error.cause);
  return { type: error.name, message: error.message, code, stack: error.stack, cause };
}
