import type { GeneratedAlways } from 'kysely';
import type { Fixed, FixedInstant, FixedOptional } from '../../../db/column-types.ts';

interface MarketEventTable {
  eventId: GeneratedAlways<number>;
  eventKind: Fixed<'SHOWN' | 'CLICKED' | 'APPLIED'>;
  marketProductNo: Fixed<string>;
  customerNo: Fixed<string>;
  /** The slot that recommended it; null: from the shelf. */
  ruleId: FixedOptional<string>;
  /** What the partner calls the application. */
  partnerReference: FixedOptional<string>;
  /** EAT. */
  bizDate: Fixed<string>;
  at: FixedInstant;
}

interface PartnerLinkCheckTable {
  checkId: GeneratedAlways<number>;
  marketProductNo: Fixed<string>;
  isHealthy: Fixed<boolean>;
  /** Null: no answer. */
  statusCode: FixedOptional<number>;
  tookMs: Fixed<number>;
  contentType: FixedOptional<string>;
  /** Where a redirect leads; it is not followed. */
  redirectTo: FixedOptional<string>;
  /** Null: no answer, or none with a text. */
  pageHash: FixedOptional<string>;
  /** Null: the hourly check. */
  checkedBy: FixedOptional<string>;
  at: FixedInstant;
}

/** What addresses answered with, each text once. */
interface PartnerLinkPageTable {
  pageHash: Fixed<string>;
  pageTitle: FixedOptional<string>;
  pageText: Fixed<string>;
  firstSeenAt: FixedInstant;
}

/** How a page looked when its words were new. */
interface PartnerLinkPictureTable {
  pageHash: Fixed<string>;
  png: Fixed<Buffer>;
  takenAt: FixedInstant;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    marketEvent: MarketEventTable;
    partnerLinkCheck: PartnerLinkCheckTable;
    partnerLinkPage: PartnerLinkPageTable;
    partnerLinkPicture: PartnerLinkPictureTable;
  }
}
