import { address } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { nameOfPlace, PLACES } from './kenya.ts';

export const routes = [
  implement(
    address.getAddressList,
    async () =>
      await Promise.resolve(
        PLACES.map((place) => ({
          ...place,
          childList: place.childList.map((child) => ({ ...child })),
        })),
      ),
  ),
  implement(address.getAddressNameByCode, async ({ code }) => await Promise.resolve({ name: nameOfPlace(code) })),
];
