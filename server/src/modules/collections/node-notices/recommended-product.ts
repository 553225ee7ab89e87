import type { marketRecommend } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';

/**
 * What the loan supermarket recommends to a customer at a place; null for nothing. The supermarket stands above and
 * brings it: texts of business nodes may name it, and declined applicants are called about it.
 */
export type RecommendedProduct = (
  db: Queryable,
  asked: {
    readonly customerNo: string;
    readonly scene: marketRecommend.RecommendRule['scene'];
    readonly language: 'en' | 'sw';
  },
  at: Date,
) => Promise<{
  readonly marketProductNo: string;
  /** As a text names it, with its partner. */
  readonly name: string;
} | null>;

declare module '../../../define-module.ts' {
  interface Module {
    /** The one module that recommends partners' products. */
    readonly recommendedProduct?: RecommendedProduct;
  }
}

declare module '../../../services.ts' {
  interface Services {
    readonly recommendedProduct: RecommendedProduct;
  }
}

/** What the modules bring; nothing is recommended where none does. */
export const recommendedBy = (brought: readonly RecommendedProduct[]): RecommendedProduct =>
  brought[0] ?? (async () => await Promise.resolve(null));
