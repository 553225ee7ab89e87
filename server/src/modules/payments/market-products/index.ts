// Partners' products: their terms, the shelf, and whether their addresses answer.

import { marketProduct } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import './tables.ts';
import { checkLink, deadLinkTile } from './check-link.ts';
import { askOnShelf, onShelfKind, saveProduct, takeOff } from './commands.ts';
import { marketProductExport } from './export.ts';
import { linkPicture } from './link-picture.ts';
import { platformLogos, productLogos, shownLogo } from './logos.ts';
import { offShelfJob, placeJob, placeMany, takeManyOff } from './many.ts';
import { shownProducts } from './shelf.ts';
import { marketProductsOf, openedBy, platformsSeen, previewProduct, readProduct } from './read.ts';

export { takeOffAll } from './commands.ts';
export { checkLinks, drawingWith } from './check-link.ts';
export { countsOf, keepEvents } from './events.ts';
export { hiddenProducts, shownProducts } from './shelf.ts';
export { logoUrl, refuseStrangePlatformLogo } from './logos.ts';

export const marketProducts = defineModule({
  name: 'market-products',
  routes: [
    implement(marketProduct.page, marketProductsOf.page),
    implement(marketProduct.exportList, marketProductExport.queue),
    implement(marketProduct.platforms, async (_, call) => await platformsSeen(call)),
    implement(marketProduct.opened, async (level, call) => await openedBy(level, call)),
    implement(marketProduct.detail, readProduct),
    implement(marketProduct.preview, previewProduct),
    implement(marketProduct.save, saveProduct),
    implement(marketProduct.onShelf, askOnShelf),
    implement(marketProduct.offShelf, takeOff),
    implement(marketProduct.batchOffShelf, takeManyOff),
    implement(marketProduct.batchPlace, placeMany),
    implement(marketProduct.linkCheck, checkLink),
    implement(marketProduct.linkPicture, linkPicture),
    implement(marketProduct.logo, shownLogo),
    implement(
      marketProduct.forApp,
      async ({ merchantNo, language }, { db }) =>
        await shownProducts(db, merchantNo, { at: new Date(), vipLevelNo: null, language }),
    ),
  ],
  changes: [onShelfKind],
  tiles: [deadLinkTile],
  jobs: [offShelfJob, placeJob],
  fileSubjects: [productLogos, platformLogos],
  exports: [marketProductExport.kind],
});
