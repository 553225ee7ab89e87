import type { ServerEvent } from '@kituo/sdk/contracts';

/** Who an event is for. */
export type Audience =
  | 'everyone'
  | { readonly sessionId: string }
  | { readonly userNos: readonly string[] };

/**
 * Pushes events to open browsers, in this process and, over LISTEN/NOTIFY, in every other one.
 * Events are facts; a browser that missed one catches up by reading its bootstrap again.
 */
export interface EventHub {
  publish(audience: Audience, event: ServerEvent): Promise<void>;
  /** Called for each event that concerns the session; the result stops it. */
  subscribe(
    session: { readonly sessionId: string; readonly userNo: string },
    listener: (event: ServerEvent) => void,
  ): () => void;
  /** Called for every event, whoever it is for: other modules of the server listen here. */
  onAny(listener: (audience: Audience, event: ServerEvent) => void): () => void;
  close(): Promise<void>;
}
