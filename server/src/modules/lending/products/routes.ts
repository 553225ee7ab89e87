import { product } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { contractOf } from '../app-contents/index.ts';
import { compareTerms } from './compare.ts';
import { copyProduct } from './copy.ts';
import { productExport } from './export.ts';
import { products, quotePlan } from './read.ts';
import { saveProduct } from './save.ts';
import { askToSwitch, disableProductKind, enableProductKind } from './switch.ts';

export const routes = [
  implement(product.page, products.page),
  implement(product.exportList, productExport.queue),
  implement(product.one, async ({ productNo }, call) => {
    const row = await products.one(productNo, call);
    return { ...row, contract: await contractOf(call.db, row.merchantNo, call.lang, new Date()) };
  }),
  implement(product.quote, (request, { db, caller }) => quotePlan(db, caller, request)),
  implement(product.compare, (request, { db, caller }) => compareTerms(db, caller, request)),
  implement(product.save, saveProduct),
  implement(product.copy, copyProduct),
  implement(product.enable, (requested, call) => askToSwitch(enableProductKind, requested, call)),
  implement(product.disable, (requested, call) => askToSwitch(disableProductKind, requested, call)),
];
