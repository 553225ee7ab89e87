import type { SeedProduct } from './products.ts';
import type { Story } from './story.ts';

/** Who did it all. */
export interface SeedPeople {
  readonly reviewers: readonly string[];
  readonly checker: string;
}

export interface SeedOrder {
  readonly number: number;
  readonly merchantNo: string;
  readonly product: SeedProduct;
  readonly customer: { readonly customerNo: string; readonly phone: string; readonly name: string };
  readonly story: Story;
}
