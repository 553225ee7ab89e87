// Codes that were sent to people: hashed, sealed while they are valid, and counted.

import './tables.ts';

export { cityOf } from './city.ts';
export {
  codeIn,
  forgetCodes,
  isValidNow,
  judgeCode,
  keepCode,
  keepSend,
  noteTry,
  ownerOf,
  type KeptCode,
} from './store.ts';
