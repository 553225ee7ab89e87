import type { ReactNode } from 'react';

/** One tab. Its title is the text `tab.<name>`. */
export interface DetailTab {
  readonly name: string;
  /** Instead of the text: of what another plugin put there. */
  readonly title?: string;
  /** Drawn when the tab is opened, not before: what it reads is read then. */
  readonly content: () => ReactNode;
  /** An operation code; without it the tab is not drawn. */
  readonly code?: string;
  /** Stands beside the title. */
  readonly count?: number;
  /** The family of changes, or the key of configuration, that is decided there: what awaits the reader is counted. */
  readonly awaits?: string;
}
