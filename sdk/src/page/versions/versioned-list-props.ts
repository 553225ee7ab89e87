import type { VersionedFamily } from './versioned-family.ts';

export interface VersionedListProps {
  readonly title: string;
  /** One family or several that stand on a page together; or which family a key of the server's belongs to. */
  readonly families: readonly VersionedFamily[] | ((configKey: string) => VersionedFamily | undefined);
}
