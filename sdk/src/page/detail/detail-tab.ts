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
  /**
   * What is decided there: families of changes, keys of configuration or queues of decisions. What awaits the reader is
   * counted.
   */
  readonly awaits?: string | readonly string[] | AwaitedSubject;
}

/** Versions of one subject's configuration, such as of one rule: `''` where its key has one for all. */
export interface AwaitedSubject {
  readonly configKey: string;
  readonly subjectNo: string;
}
