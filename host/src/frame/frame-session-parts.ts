import type { pluginFrame, PluginFailureKind, SessionPlugin } from '@kituo/sdk/contracts';
import type { TakenFrame } from './frame-element.ts';
import type { FrameInit } from './frame-init.ts';

/** What becomes of a frame. */
export type FrameState = 'opening' | 'drawn' | 'silent' | 'flooding' | 'failed';

export interface FrameSessionParts {
  readonly plugin: SessionPlugin;
  readonly ticket: pluginFrame.FrameTicket;
  readonly frame: TakenFrame;
  readonly init: () => FrameInit;
  readonly navigate: (to: string, isReplace: boolean, state: unknown) => void;
  /** Back or on in the history, by so many entries. */
  readonly go: (steps: number) => void;
  readonly changed: (state: FrameState, reason: string, kind: PluginFailureKind) => void;
  /** It stands for the first time; bytes that came over the line for it. */
  readonly loaded: (bytes: number) => void;
  /** A frame that was begun ahead does not answer its first question. */
  readonly unheard: () => void;
  readonly resized: (height: number) => void;
  /** What is typed in it, as its forms say; kept by the console, which does not read it. */
  readonly hasUnsaved: (drafts: readonly unknown[]) => void;
}
