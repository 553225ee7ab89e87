import { product } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { findProducts, quotePlan, readOne } from './read.ts';
import { saveProduct } from './save.ts';
import { askToSwitch, disableProductKind, enableProductKind } from './switch.ts';

export const routes = [
  implement(product.page, (request, { db, caller }) => findProducts(db, caller, request)),
  implement(product.one, ({ productNo }, { db, caller }) => readOne(db, caller, productNo)),
  implement(product.quote, (request, { db, caller }) => quotePlan(db, caller, request)),
  implement(product.save, saveProduct),
  implement(product.enable, (requested, call) => askToSwitch(enableProductKind, requested, call)),
  implement(product.disable, (requested, call) => askToSwitch(disableProductKind, requested, call)),
];
