/** The words of fields beyond a line of text. */
export const FIELD_EN = {
  field: {
    lastDays: 'Last {{days}} days',
    eatHint: 'East African Time',
    county: 'County',
    subCounty: 'Sub-county',
    decimal_one: 'A number with at most {{count}} decimal place',
    decimal_other: 'A number with at most {{count}} decimal places',
  },
  message: {
    wholeNumber: 'A whole number, e.g. 1,000',
    bothDays: 'Both dates are required',
    daysInOrder: 'The end date is before the start date',
    json: 'Invalid JSON: line {{line}}, column {{column}}',
  },
};

/** As {@link FIELD_EN}, in Chinese. */
export const FIELD_ZH = {
  field: {
    lastDays: '最近 {{days}} 天',
    eatHint: '东非时间',
    county: '郡',
    subCounty: '次郡',
    decimal_other: '请输入数字，最多 {{count}} 位小数',
  },
  message: {
    wholeNumber: '请输入整数，例如 1,000',
    bothDays: '请填写起止两个日期',
    daysInOrder: '结束日期早于开始日期',
    json: 'JSON 无效：第 {{line}} 行，第 {{column}} 列',
  },
};
