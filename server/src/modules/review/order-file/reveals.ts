import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { nameOfPlace } from '../../parties/addresses/index.ts';
import type { RevealField, RevealKind } from '../../platform/reveal/index.ts';
import { evidenceOf } from './evidence.ts';
import { findAddressBook, findDetails, type OrderRecord } from './find-order.ts';
import { imageAddress } from './image-address.ts';

const access = { code: ['audit:sensitive:reveal'] };

type Load = (db: Queryable, orderNo: string, caller: Caller) => Promise<string | null>;

function kind(name: string, field: RevealField, [en, zh]: readonly [string, string], load: Load): RevealKind {
  return { kind: `order.${name}`, title: { en, zh }, field, access, load };
}

/** A value that is in a column of the order or its customer. */
function column(read: (order: OrderRecord) => string | null): Load {
  return async (db, orderNo, caller) => read(await findDetails(db, caller, orderNo));
}

const person =
  (read: (content: NonNullable<Person>) => string | null): Load =>
  async (db, orderNo, caller) => {
    await findDetails(db, caller, orderNo);
    const { content } = await evidenceOf(db, orderNo, 'PERSON');
    return content && read(content);
  };
type Person = Awaited<ReturnType<typeof evidenceOf<'PERSON'>>>['content'];

/** A contact's phone; the subject is `<orderNo>_<place>`. */
function contact(topic: 'CONTACTS' | 'CLOSE_CONTACTS'): Load {
  return async (db, subjectNo, caller) => {
    const [orderNo = '', place = ''] = subjectNo.split('_');
    await findAddressBook(db, caller, orderNo);
    const { content } = await evidenceOf(db, orderNo, topic);
    return content?.[Number(place) - 1]?.phone ?? null;
  };
}

/** A place with its coordinates; the subject is `<orderNo>_<place>`. */
const place: Load = async (db, subjectNo, caller) => {
  const [orderNo = '', at = ''] = subjectNo.split('_');
  await findDetails(db, caller, orderNo);
  const found = (await evidenceOf(db, orderNo, 'LOCATION')).content?.[Number(at) - 1];
  return found ? `${found.address} (${found.latitude}, ${found.longitude})` : null;
};

/** The value is an address that draws the picture for a minute, the viewer's name in it. */
function image(imageKind: 'ID_FRONT' | 'ID_BACK' | 'SELFIE'): Load {
  return async (db, orderNo, caller) => {
    await findDetails(db, caller, orderNo);
    const found = await db
      .selectFrom('orderImage')
      .select('contentHash')
      .where('orderNo', '=', orderNo)
      .where('imageKind', '=', imageKind)
      .executeTakeFirst();
    return found ? await imageAddress(db, found.contentHash, caller) : null;
  };
}

const bankCard: Load = async (db, orderNo, caller) => {
  await findDetails(db, caller, orderNo);
  return (await evidenceOf(db, orderNo, 'BANK')).content?.bankCardNo ?? null;
};

/** What OrderDetail shows masked and may show in full, for a purpose. */
export const revealKinds: readonly RevealKind[] = [
  kind(
    'customerName',
    'customerName',
    ['Customer’s name', '客户姓名'],
    column((o) => o.customerName),
  ),
  kind(
    'phone',
    'phone',
    ['Customer’s phone', '客户手机号'],
    column((o) => o.phone),
  ),
  kind(
    'idCardNo',
    'idCardNo',
    ['Customer’s ID number', '客户证件号'],
    column((o) => o.idCardNo),
  ),
  kind(
    'payeePhone',
    'phone',
    ['Phone the loan is paid to', '收款手机号'],
    column((o) => o.payeePhone),
  ),
  kind(
    'payeeAccount',
    'bankAccount',
    ['Account the loan is paid to', '收款账号'],
    column((o) => o.payeeAccountNo),
  ),
  kind(
    'eWallet',
    'bankAccount',
    ['E-wallet the loan is paid to', '收款电子钱包'],
    column((o) => o.eWalletAccount),
  ),
  kind(
    'email',
    'email',
    ['Customer’s e-mail', '客户邮箱'],
    person((p) => p.email),
  ),
  kind(
    'whatsApp',
    'phone',
    ['Customer’s WhatsApp', '客户 WhatsApp'],
    person((p) => p.whatsApp),
  ),
  kind(
    'socialIds',
    'email',
    ['Customer’s social accounts', '客户社交账号'],
    person((p) => p.socialIds.join(', ')),
  ),
  kind(
    'address',
    'address',
    ['Customer’s address', '客户地址'],
    person(({ addressCode, addressLine }) =>
      [addressCode === null ? null : nameOfPlace(addressCode), addressLine].filter((each) => each !== null).join(', '),
    ),
  ),
  kind('place', 'location', ['Place of an application', '进件位置'], place),
  kind('bankCardNo', 'bankAccount', ['Customer’s bank card', '客户银行卡号'], bankCard),
  kind('contactPhone', 'contacts', ['Phone of an emergency contact', '紧急联系人手机号'], contact('CONTACTS')),
  kind('closeContactPhone', 'contacts', ['Phone of a close contact', '常用联系人手机号'], contact('CLOSE_CONTACTS')),
  kind('idFront', 'idCardNo', ['Picture of the ID, front', '证件正面照'], image('ID_FRONT')),
  kind('idBack', 'idCardNo', ['Picture of the ID, back', '证件背面照'], image('ID_BACK')),
  kind('selfie', 'customerName', ['Selfie', '自拍照'], image('SELFIE')),
];
