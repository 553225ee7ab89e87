import type { ReactNode } from 'react';

/** What a modal shows. */
export interface ModalOptions<Result> {
  readonly title: string;
  /** Draws the body; `close` ends the modal with a result, or with none. */
  readonly content: (close: (result?: Result) => void) => ReactNode;
  /** A CSS width; `35%`, at least 420 px, unless said otherwise. */
  readonly width?: string;
  /** False leaves the close control out: only the content can end it. Default true. */
  readonly hasClose?: boolean;
}

/** An open modal. */
export interface ModalHandle<Result> {
  readonly id: number;
  /** What it was closed with; undefined when it was dismissed. */
  readonly closed: Promise<Result | undefined>;
  close(result?: Result): void;
}
