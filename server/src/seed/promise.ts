import { AppError } from '../http/app-error.ts';
import { makePromise } from '../modules/collections/collections/index.ts';

/** Makes a promise; null where one of another bill of the order is open: an order has one at a time. */
export async function promiseUnlessSibling(...of: Parameters<typeof makePromise>) {
  try {
    return await makePromise(...of);
  } catch (fault) {
    if (fault instanceof AppError && fault.error === 'PROMISE_OF_SIBLING') return null;
    throw fault;
  }
}
