/** `number|user name|name|department|role|merchants|organisation|notes`; 254 numbers follow from the number. */
const TABLE = `
1|admin|Wanjiru Kamau|D0001|R-001|1,2,3|O002|
2|reviewer|Otieno Odhiambo|D0002|R-002|1,2|O002|
3|disburser|Njeri Mwangi|D0003|R-003|1,2|O002|
4|repayer|Kipchoge Kiprono|D0004|R-004|1,2|O002|
5|collector|Achieng Ouma|D0006|R-005|1|O002|
6|telemarketer|Mutua Musyoka|D0008|R-006|1|O002|new
7|service|Fatuma Hassan|D0009|R-007|1,2|O003|
8|finance|Kamau Njoroge|D0010|R-008|1,2,3|O002|
9|traffic|Chebet Koech|D0011|R-009|1|O002|new
10|operator|Amina Abdalla|D0011|R-010|1,2|O002|
11|plugindev|Baraka Omondi|D0012|R-011|1|O002|external
12|wambui.gitau|Wambui Gitau|D0002|R-013|1,2,3|O002|
13|odinga.owino|Odinga Owino|D0002|R-002|1|O002|
14|halima.yusuf|Halima Yusuf|D0002|R-002|2|O003|new
15|kariuki.maina|Kariuki Maina|D0002|R-002|3|O004|
16|jepkosgei.rotich|Jepkosgei Rotich|D0003|R-003|1,2,3|O002|
17|omar.salim|Omar Salim|D0003|R-003|2|O003|
18|nyambura.karanja|Nyambura Karanja|D0004|R-004|1,3|O002|
19|wekesa.barasa|Wekesa Barasa|D0004|R-004|3|O004|new
20|mumbi.ndungu|Mumbi Ndung’u|D0005|R-012|1,2,3|O002|
21|kiplagat.cheruiyot|Kiplagat Cheruiyot|D0006|R-012|1,2|O002|
22|atieno.okoth|Atieno Okoth|D0006|R-005|1|O002|
23|musa.juma|Musa Juma|D0006|R-005|2|O003|new
24|wairimu.kibe|Wairimu Kibe|D0006|R-005|1|O002|frozen
25|nekesa.wafula|Nekesa Wafula|D0006|R-005|3|O004|
26|onyango.opiyo|Onyango Opiyo|D0007|R-012|1,3|O004|
27|zawadi.mwakio|Zawadi Mwakio|D0007|R-005|2|O003|
28|kimani.ngugi|Kimani Ngugi|D0007|R-005|1|O002|external
29|akinyi.odera|Akinyi Odera|D0007|R-005|3|O004|left
30|njoki.muriuki|Njoki Muriuki|D0008|R-014|1,2|O002|
31|hamisi.bakari|Hamisi Bakari|D0008|R-006|2|O003|external
32|cherono.bett|Cherono Bett|D0008|R-006|1|O002|new password
33|muthoni.waweru|Muthoni Waweru|D0008|R-006|3|O004|external
34|salma.athman|Salma Athman|D0009|R-007|2|O003|
35|okello.ochieng|Okello Ochieng|D0009|R-007|3|O004|
36|wangari.thuo|Wangari Thuo|D0009|R-007|1|O002|new password
37|kipruto.sang|Kipruto Sang|D0010|R-008|1,2,3|O002|
38|makena.kirimi|Makena Kirimi|D0011|R-009|1,2|O002|
39|juma.mwinyi|Juma Mwinyi|D0011|R-009|3|O004|left
40|nafula.simiyu|Nafula Simiyu|D0012|R-011|1|O002|external
`;

export interface SeedPerson {
  readonly number: number;
  readonly userNo: string;
  readonly userName: string;
  readonly realName: string;
  readonly deptNo: string;
  readonly roleNo: string;
  readonly merchantNos: readonly string[];
  readonly orgNo: string;
  readonly notes: string;
}

export const PEOPLE: readonly SeedPerson[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [
      number = '',
      userName = '',
      realName = '',
      deptNo = '',
      roleNo = '',
      merchants = '',
      orgNo = '',
      notes = '',
    ] = line.split('|');
    return {
      number: Number(number),
      userNo: `U${number.padStart(6, '0')}`,
      userName,
      realName,
      deptNo,
      roleNo,
      merchantNos: merchants.split(',').map((digit) => `M000${digit}`),
      orgNo,
      notes,
    };
  });

/** The demonstration accounts that the start prints. */
export const DEMO_USER_NAMES = PEOPLE.slice(0, 11).map(({ userName }) => userName);
export const DEMO_PASSWORD = 'Kituo-demo-1';

/** A row of `app_user` without its password. */
export function accountOf(person: SeedPerson, now: Date) {
  const { number, userNo, userName, realName, deptNo, orgNo, notes } = person;
  const has = (word: string) => notes.split(' ').includes(word);
  const isFrozen = has('frozen') || has('left');
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  return {
    userNo,
    userName,
    loginId: userName,
    realName,
    deptNo,
    orgNo,
    email: `${userName}@kituo.example`,
    phone: `2547${String(10_000_000 + number * 1_234_577).slice(0, 8)}`,
    extension: String(2000 + number),
    jobNumber: `KT${String(1000 + number)}`,
    userStatus: isFrozen ? ('FROZEN' as const) : ('NORMAL' as const),
    frozenAt: isFrozen ? daysAgo(6) : null,
    freezeReason: has('left') ? 'LEFT' : has('frozen') ? 'Long leave' : null,
    employeeStatus: has('left') ? ('LEFT' as const) : ('ON_THE_JOB' as const),
    employeeCategory: has('new') ? ('NEW' as const) : ('OLD' as const),
    internalExternal: has('external') ? ('EXTERNAL' as const) : ('INTERNAL' as const),
    basicSalaryCents: (45_000 + ((number * 3_700) % 60_000)) * 100,
    mustUpdatePassword: has('password'),
    lastSignInAt: number > 11 && !isFrozen && !has('password') ? daysAgo(1 + (number % 4)) : null,
    createdAt: daysAgo(400 - number * 7),
  };
}
