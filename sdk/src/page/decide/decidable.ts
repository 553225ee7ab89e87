/** What a request that awaits approval says of itself. */
export interface Decidable {
  readonly allowedActions: readonly string[];
  readonly makerName: string;
  /** Why it was requested. */
  readonly reason: string | null;
  /** When it was requested, an ISO time. */
  readonly createdAt: string;
}

/** What who decides has written. A rejection needs a note, an approval none. */
export interface DecisionNote extends Record<string, unknown> {
  readonly reason: string;
}
