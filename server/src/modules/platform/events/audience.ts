/** Who an event is for. */
export type Audience = 'everyone' | { readonly sessionId: string } | { readonly userNos: readonly string[] };

/** One who listens. */
export interface Listening {
  readonly sessionId: string;
  readonly userNo: string;
}

export function concerns(audience: Audience, listening: Listening): boolean {
  if (audience === 'everyone') return true;
  if ('sessionId' in audience) return audience.sessionId === listening.sessionId;
  return audience.userNos.includes(listening.userNo);
}
