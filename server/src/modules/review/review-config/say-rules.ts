import { codeWordsOf, yesOrNo } from '../../platform/exports/index.ts';
import type { JobRun } from '../../platform/jobs/index.ts';

type Words = readonly [en: string, zh: string];

/** Fields of rules as the page calls them. */
const FIELDS: Readonly<Record<string, Words>> = {
  autoAllotEnabled: ['Automatic allocation', '自动分配'],
  leaseMinutes: ['Lease (minutes)', '占用时长（分钟）'],
  amberAfterMinutes: ['Amber after (minutes)', '黄色阈值（分钟）'],
  redAfterMinutes: ['Red after (minutes)', '红色阈值（分钟）'],
  returnDays: ['Days to correct', '补件天数'],
  correctableItems: ['What may be corrected', '可补件内容'],
  scoreThreshold: ['Score threshold', '分数阈值'],
  compulsory: ['Face consistency compulsory', '人脸一致性必填'],
  aiMayDecide: ['AI may decide', 'AI 可直接决定'],
  stepName: ['name', '名称'],
  stepNameZh: ['name in Chinese', '中文名称'],
  required: ['required', '必填'],
  evidenceTab: ['evidence tab', '证据标签页'],
  answers: ['answers', '答案'],
};
/** The dictionary of a field's codes. */
const DICTIONARIES: Readonly<Record<string, string>> = {
  correctableItems: 'CORRECTABLE_ITEM',
  compulsory: 'FACE_COMPULSORY',
  evidenceTab: 'REVIEW_EVIDENCE_TAB',
  answers: 'REVIEW_STEP_ANSWER',
};

/** Says what a version of rules holds, field by field, in the reader's words: `Lease (minutes): 30; …`. */
export async function rulesSayer({ db, lang }: Pick<JobRun, 'db' | 'lang'>): Promise<(value: unknown) => string> {
  const wordOf = await codeWordsOf(db, lang, Object.values(DICTIONARIES));
  const inLang = (words: Words): string => words[lang === 'zh' ? 1 : 0];
  const say = (value: unknown, field = ''): string => {
    if (typeof value === 'boolean') return yesOrNo(value, lang);
    if (value === null || value === undefined) return '-';
    if (Array.isArray(value)) {
      const isSteps = value.some((one) => typeof one === 'object');
      return value.map((one, at) => (isSteps ? `${at + 1}. ${say(one)}` : say(one, field))).join(isSteps ? '\n' : ', ');
    }
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([name, one]) => `${inLang(FIELDS[name] ?? [name, name])}: ${say(one, name)}`)
        .join('; ');
    }
    const dictionary = DICTIONARIES[field];
    const text = typeof value === 'string' ? value : String(Number(value));
    return dictionary === undefined ? text : wordOf(dictionary, text);
  };
  return say;
}
