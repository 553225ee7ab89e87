import type { Dice } from './dice.ts';

export const WOMEN =
  'Wanjiku Achieng Njeri Akinyi Wambui Fatuma Chebet Nekesa Moraa Makena Zawadi Halima Jepkemboi Nafula Kwamboka Mwende Nyambura Atieno Wairimu Cherono Amina Mumbua Kerubo Adhiambo Wangari'.split(
    ' ',
  );
export const MEN =
  'Kamau Otieno Mwangi Kiprono Omondi Mutua Kipchoge Hassan Wekesa Njoroge Barasa Ochieng Kimani Koech Musyoka Juma Maina Odhiambo Kiptoo Nyaga Muthomi Abdi Karanja Onyango Kibet'.split(
    ' ',
  );
export const FAMILIES =
  'Kariuki Odera Mwangi Cheruiyot Wafula Mutiso Njuguna Okoth Kirui Nyongesa Gitau Ouma Rotich Simiyu Muli Ndegwa Were Langat Masinde Kioko Waweru Owuor Chepkwony Juma Githinji Auma Too Makori Mohamed Ali Kimathi Mburu Ochola Sang Wanyama'.split(
    ' ',
  );

/** The county and its weight: where customers of a lender on phones live. */
export const COUNTIES = {
  Nairobi: 24,
  Kiambu: 12,
  Mombasa: 8,
  Nakuru: 8,
  Machakos: 6,
  Kisumu: 6,
  'Uasin Gishu': 5,
  Kajiado: 5,
  Kakamega: 5,
  Meru: 4,
  Kilifi: 3,
  Nyeri: 3,
  Bungoma: 3,
  Kisii: 3,
  Kericho: 2,
  Embu: 2,
  Kwale: 1,
} as const;

const EMPLOYERS = [
  'Self-employed, shop',
  'Boda boda',
  'Mama mboga stall',
  'County government',
  'Teachers Service Commission',
  'Tea estate',
  'Security company',
  'Salon',
  'Matatu sacco',
  'Construction',
  'Flower farm',
  'Hospital',
  'Hotel',
  'M-Pesa agent',
];
/** Salaries come at the end of the month; daily earners have no day. */
const PAY_DAYS = [25, 26, 28, 30, 5];

export interface Person {
  readonly customerName: string;
  readonly sex: 'FEMALE' | 'MALE';
  readonly phone: string;
  readonly idCardNo: string;
  readonly county: string;
  readonly birthDate: string;
  readonly employer: string;
  readonly payDay: number | null;
  readonly monthlyIncomeCents: number;
}

/** A customer who could be one. `number` makes phone and identity card its own. */
export function person(dice: Dice, number: number): Person {
  const sex = dice.chance(0.46) ? 'FEMALE' : 'MALE';
  const given = dice.pick(sex === 'FEMALE' ? WOMEN : MEN);
  const year = dice.between(1968, 2005);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    customerName: `${given} ${dice.pick(FAMILIES)}`,
    sex,
    phone: `2547${String(10_000_000 + ((number * 7_919) % 89_999_999)).padStart(8, '0')}`,
    idCardNo: String(10_000_000 + ((number * 6_211) % 29_999_999)),
    county: dice.weighted(COUNTIES),
    birthDate: `${year}-${two(dice.between(1, 12))}-${two(dice.between(1, 28))}`,
    employer: dice.pick(EMPLOYERS),
    payDay: dice.chance(0.6) ? dice.pick(PAY_DAYS) : null,
    monthlyIncomeCents: dice.between(12, 120) * 100_000,
  };
}
