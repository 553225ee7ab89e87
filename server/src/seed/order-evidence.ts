import type { EvidenceTopic } from '../db/order-file-schema.ts';
import type { EvidenceOf } from '../modules/review/order-file/index.ts';
import type { Dice } from './lending/dice.ts';
import { FAMILIES, MEN, WOMEN } from './lending/kenyans.ts';
import { FACES } from './order-pictures.ts';

/** What of an order its evidence is made from. */
export interface EvidenceSubject {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly customerName: string;
  readonly phone: string;
  readonly county: string | null;
  readonly employer: string | null;
  readonly monthlyIncomeCents: number | null;
  readonly applyTime: Date;
}

export interface Trait {
  readonly traitKind: 'DEVICE' | 'FACE' | 'CONTACT_PHONE';
  readonly traitValue: string;
}

type Contents = { readonly [Topic in EvidenceTopic]: EvidenceOf<Topic> | null };

const DAY_MS = 86_400_000;
const before = (at: Date, days: number): string => new Date(at.getTime() - days * DAY_MS).toISOString();
const numberOf = (customerNo: string): number => Number(customerNo.replace(/\D/g, '')) || 1;

/** Middle of each county that customers live in; others stand near Nairobi. */
const SPOTS: Readonly<Record<string, readonly [longitude: number, latitude: number, code: string, town: string]>> = {
  Nairobi: [36.817, -1.286, '047-274', 'Nairobi'],
  Kiambu: [36.83, -1.17, '022-119', 'Ruiru'],
  Mombasa: [39.66, -4.05, '001-004', 'Nyali'],
  Nakuru: [36.07, -0.3, '032-174', 'Nakuru'],
  Machakos: [37.26, -1.52, '016-080', 'Machakos'],
  Kisumu: [34.75, -0.1, '042-239', 'Kisumu'],
  'Uasin Gishu': [35.27, 0.52, '027-143', 'Eldoret'],
  Kajiado: [36.78, -1.85, '034-183', 'Kitengela'],
  Kakamega: [34.75, 0.28, '037-202', 'Kakamega'],
  Meru: [37.65, 0.05, '012-056', 'Meru'],
  Kilifi: [39.85, -3.63, '003-011', 'Kilifi'],
  Nyeri: [36.95, -0.42, '019-095', 'Nyeri'],
};
const NAIROBI = [36.817, -1.286, '047', 'Nairobi'] as const;

const APPS = [
  ['WhatsApp', 'com.whatsapp', 'OTHER'],
  ['M-PESA', 'com.safaricom.mpesa', 'OTHER'],
  ['Facebook', 'com.facebook.katana', 'OTHER'],
  ['TikTok', 'com.zhiliaoapp.musically', 'OTHER'],
  ['KCB App', 'com.kcbbankgroup.android', 'OTHER'],
  ['eCitizen', 'ke.go.ecitizen', 'OTHER'],
  ['Glovo', 'com.glovo', 'OTHER'],
  ['Bolt', 'ee.mtakso.client', 'OTHER'],
  ['Haraka Loans', 'ke.example.haraka', 'LENDING'],
  ['Pesa Pap', 'ke.example.pesapap', 'LENDING'],
  ['Okoa Cash', 'ke.example.okoa', 'LENDING'],
  ['Shinda Bets', 'ke.example.shinda', 'GAMBLING'],
  ['Aviator Win', 'ke.example.aviator', 'GAMBLING'],
] as const;
const MODELS = ['TECNO Spark 10', 'Samsung Galaxy A14', 'Infinix Hot 30', 'itel A60', 'Nokia C32', 'Redmi 12C'];
const RELATIONS = ['SPOUSE', 'PARENT', 'SIBLING', 'FRIEND', 'COLLEAGUE'];
const BANKS = [
  ['KCB', '01'],
  ['EQUITY', '68'],
  ['COOP', '11'],
  ['NCBA', '07'],
  ['ABSA', '03'],
] as const;

const anyPhone = (dice: Dice): string => `2547${String(dice.between(0, 99_999_999)).padStart(8, '0')}`;
const anyName = (dice: Dice): string => `${dice.pick(dice.chance(0.5) ? WOMEN : MEN)} ${dice.pick(FAMILIES)}`;

/** The face on a customer's pictures. */
export const faceOf = (customerNo: string): number => numberOf(customerNo) % FACES;

/** Everything the providers said of one application; null where an answer never came. */
export function evidenceFor(dice: Dice, subject: EvidenceSubject): { contents: Contents; traits: Trait[] } {
  const contacts = Array.from({ length: dice.between(2, 3) }, (_, index) => ({
    name: anyName(dice),
    relation: dice.pick(RELATIONS),
    // A few numbers stand on several applications, as those of a family or of a ring do.
    phone: dice.chance(0.06) ? `25470000${String(dice.between(1000, 1030))}` : anyPhone(dice),
    isGuarantor: index === 0 && dice.chance(0.3),
  }));
  const person = personFor(dice, subject);
  const contents: Contents = {
    PERSON: person,
    BANK: bankFor(dice, subject),
    CONTACTS: contacts,
    CLOSE_CONTACTS: dice.chance(0.07) ? null : closeContacts(dice, subject),
    OPERATOR: dice.chance(0.08) ? null : operatorFor(dice),
    APPS: appsFor(dice, subject),
    LOCATION: dice.chance(0.05) ? null : placesFor(dice, subject),
    DEVICE: deviceFor(dice, person.appVersion ?? '4.2.0'),
    BVN: dice.chance(0.18) ? null : bvnFor(dice, person),
    FACE: dice.chance(0.04) ? null : faceFor(dice, subject.customerNo),
  };
  const traits: Trait[] = [...new Set(contacts.map(({ phone }) => phone))].map((traitValue) => ({
    traitKind: 'CONTACT_PHONE',
    traitValue,
  }));
  // One phone in forty is shared: two customers, one device.
  const device =
    numberOf(subject.customerNo) % 40 === 1 ? numberOf(subject.customerNo) - 1 : numberOf(subject.customerNo);
  traits.push({ traitKind: 'DEVICE', traitValue: `D${device}` });
  if (contents.FACE) traits.push({ traitKind: 'FACE', traitValue: contents.FACE.faceKey });
  return { contents, traits };
}

function personFor(dice: Dice, subject: EvidenceSubject): EvidenceOf<'PERSON'> {
  const [firstName = '', ...rest] = subject.customerName.split(' ');
  const lastName = rest.at(-1) ?? firstName;
  const [, , addressCode] = SPOTS[subject.county ?? ''] ?? NAIROBI;
  const handle = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '');
  return {
    firstName,
    middleName: dice.chance(0.4) ? dice.pick(FAMILIES) : null,
    lastName,
    email: dice.chance(0.8) ? `${handle}${dice.between(1, 99)}@mail.example` : null,
    whatsApp: dice.chance(0.85) ? subject.phone : null,
    socialIds: dice.chance(0.5) ? [`fb:${handle}${dice.between(1, 999)}`] : [],
    education: dice.pick(['PRIMARY', 'SECONDARY', 'DIPLOMA', 'BACHELOR']),
    maritalStatus: dice.pick(['SINGLE', 'MARRIED', 'MARRIED', 'DIVORCED']),
    childrenCount: dice.between(0, 4),
    addressCode,
    addressLine: `Plot ${dice.between(1, 420)}, ${dice.pick(['Moi Avenue', 'Kenyatta Road', 'Station Road', 'Mosque Lane', 'School Road'])}`,
    employer: subject.employer,
    incomeCents: subject.monthlyIncomeCents,
    appName: 'Kituo Cash',
    appVersion: `4.${dice.between(0, 6)}.${dice.between(0, 9)}`,
  };
}

function bankFor(dice: Dice, { customerName, applyTime }: EvidenceSubject): EvidenceOf<'BANK'> | null {
  if (dice.chance(0.25)) return null;
  const [bankName, bankCode] = dice.pick(BANKS);
  const verification = dice.chance(0.9) ? 'PASSED' : dice.chance(0.5) ? 'FAILED' : 'PENDING';
  return {
    bankName,
    bankCode,
    branch: dice.pick(['Moi Avenue', 'Westlands', 'Eldoret', 'Kisumu', 'Nyali']),
    accountName: customerName.toUpperCase(),
    bankCardNo: `11${String(dice.between(10_000_000, 99_999_999))}`,
    verification,
    verifiedAt: verification === 'PENDING' ? null : applyTime.toISOString(),
  };
}

function closeContacts(dice: Dice, { applyTime }: EvidenceSubject): EvidenceOf<'CLOSE_CONTACTS'> {
  return Array.from({ length: dice.between(6, 14) }, () => ({
    name: dice.chance(0.2) ? dice.pick(['Mum', 'Boss', 'Landlord', 'Chama treasurer']) : anyName(dice),
    phone: anyPhone(dice),
    contactCount: dice.between(2, 180),
    firstContact: before(applyTime, dice.between(60, 700)),
    lastContact: before(applyTime, dice.between(0, 14)),
  }));
}

function operatorFor(dice: Dice): EvidenceOf<'OPERATOR'> {
  const callsOut = dice.between(20, 240);
  return {
    carrier: dice.pick(['SAFARICOM', 'SAFARICOM', 'SAFARICOM', 'AIRTEL', 'TELKOM']),
    simAgeMonths: dice.between(2, 120),
    registeredNameMatch: dice.chance(0.85) ? 'MATCH' : dice.chance(0.6) ? 'PARTIAL' : 'NO_MATCH',
    monthsOfUse: dice.between(2, 90),
    callsOut,
    callsIn: dice.between(20, 240),
    callMinutes: callsOut * dice.between(1, 4),
    smsOut: dice.between(5, 120),
    smsIn: dice.between(20, 300),
  };
}

function appsFor(dice: Dice, { applyTime }: EvidenceSubject): EvidenceOf<'APPS'> {
  return APPS.filter(([, , category]) => dice.chance(category === 'OTHER' ? 0.75 : 0.3)).map(
    ([appName, packageName, category]) => ({
      appName,
      packageName,
      category,
      firstInstallTime: before(applyTime, dice.between(30, 900)),
      lastUpdateTime: before(applyTime, dice.between(0, 29)),
    }),
  );
}

function placesFor(dice: Dice, { county, applyTime, employer }: EvidenceSubject): EvidenceOf<'LOCATION'> {
  const [longitude, latitude, , city] = SPOTS[county ?? ''] ?? NAIROBI;
  const near = (metres: number) => ((dice.next() - 0.5) * metres) / 55_000;
  const place = (placeKind: 'APPLICATION' | 'HOME' | 'EMPLOYER', address: string, spread: number) => ({
    placeKind,
    address,
    city,
    longitude: Number((longitude + near(spread)).toFixed(5)),
    latitude: Number((latitude + near(spread)).toFixed(5)),
    locatedAt: applyTime.toISOString(),
  });
  return [
    place('APPLICATION', `${city}, near the bus station`, 4_000),
    place('HOME', `${city}, home as given`, 12_000),
    place('EMPLOYER', employer ?? `${city}, work as given`, dice.chance(0.06) ? 220_000 : 16_000),
  ];
}

function deviceFor(dice: Dice, appVersion: string): EvidenceOf<'DEVICE'> {
  const pair = () => dice.between(0, 255).toString(16).padStart(2, '0').toUpperCase();
  return {
    os: `Android ${dice.between(10, 14)}`,
    model: dice.pick(MODELS),
    imei: `35${String(dice.between(1_000_000, 9_999_999))}${String(dice.between(100_000, 999_999))}`,
    mac: Array.from({ length: 6 }, pair).join(':'),
    resolution: dice.pick(['720x1600', '1080x2400', '720x1612']),
    appVersion,
  };
}

function bvnFor(dice: Dice, person: EvidenceOf<'PERSON'>): EvidenceOf<'BVN'> {
  if (dice.chance(0.08)) {
    const none = { firstName: null, middleName: null, lastName: null };
    return { hasResult: false, bankCode: null, ...none, registrationDate: null, enrollmentBank: null, matches: none };
  }
  const [enrollmentBank, bankCode] = dice.pick(BANKS);
  const isOther = dice.chance(0.07);
  const lastName = isOther ? dice.pick(FAMILIES) : person.lastName;
  return {
    hasResult: true,
    bankCode,
    firstName: person.firstName,
    middleName: person.middleName,
    lastName,
    registrationDate: `20${String(dice.between(10, 23))}-0${dice.between(1, 9)}-1${dice.between(0, 9)}`,
    enrollmentBank,
    matches: {
      firstName: 'MATCH',
      middleName: person.middleName === null ? null : 'MATCH',
      lastName: lastName === person.lastName ? 'MATCH' : 'NO_MATCH',
    },
  };
}

function faceFor(dice: Dice, customerNo: string): EvidenceOf<'FACE'> {
  // One customer in fifty looks like the one before: the same person with two names.
  const number = numberOf(customerNo);
  return {
    faceKey: `F${number % 50 === 1 ? number - 1 : number}`,
    score: dice.chance(0.85) ? dice.between(82, 99) : dice.between(48, 81),
    liveness: dice.chance(0.96) ? 'PASSED' : 'FAILED',
  };
}
