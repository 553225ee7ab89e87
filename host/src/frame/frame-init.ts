import type { Language, SessionPlugin, SessionUser, UserSettings } from '@kituo/sdk/contracts';

/** How the console looks; sent whenever it changes. */
export interface FrameLook {
  readonly settings: UserSettings;
  readonly language: string;
  readonly languages: readonly Language[];
}

export interface FramePlace {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly key: string;
  /** What the plugin itself left in this entry of the history; JSON. */
  readonly state: unknown;
}

/** Texts of one namespace in one language. */
export interface FrameTexts {
  readonly namespace: string;
  readonly language: string;
  readonly texts: unknown;
}

/** What a frame is to draw: a page, or a part for a slot with what the slot gives it. */
export interface FramePart {
  readonly kind: 'page' | 'fill';
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** All that a frame is told, with the port of its channel. No token, and no right beyond its own pages'. */
export interface FrameInit {
  readonly kituo: 'frame';
  readonly plugin: SessionPlugin;
  /** `/frame/<ticket>/`: where its files are. */
  readonly base: string;
  readonly part: FramePart;
  readonly place: FramePlace;
  readonly look: FrameLook;
  readonly user: SessionUser;
  readonly codes: readonly string[];
  readonly companyCode: string;
  readonly texts: readonly FrameTexts[];
  /** What the lender's own people wrote over them, by language. */
  readonly ownTexts: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  /** What was typed before the console was loaded again, as the frame's own forms said it. */
  readonly drafts: unknown;
  readonly mayCopy: boolean;
}

/** The first word of a frame: it listens. */
export const FRAME_READY = 'kituo-frame-ready';

/** A ticket that takes the place of one that is about to be over, with what the person may by now. */
export interface FrameRenewal {
  readonly base: string;
  readonly codes: readonly string[];
}
