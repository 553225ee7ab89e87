/** Why a session is over; each has its own notice. `UNKNOWN`: an older browser or server does not know it. */
export const SESSION_END_REASONS = [
  'SIGNED_OUT',
  'FROZEN',
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'MFA_RESET',
  'MFA_BOUND',
  'ENDED_BY_USER',
  'ENDED_BY_ADMINISTRATOR',
  'TOO_MANY',
  'IDLE',
  'EXPIRED',
  'UNKNOWN',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** Narrows what another process sent or stored to a reason; anything else is `UNKNOWN`. */
export function toSessionEndReason(value: unknown): SessionEndReason {
  return SESSION_END_REASONS.find((reason) => reason === value) ?? 'UNKNOWN';
}
