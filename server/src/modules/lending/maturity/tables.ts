import type { ColumnType } from 'kysely';

export interface BusinessCalendarTable {
  day: string;
  dayName: string;
  countsAsBusinessDay: boolean;
  updatedBy: string | null;
  updatedAt: ColumnType<Date, Date | undefined, Date>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    businessCalendar: BusinessCalendarTable;
  }
}
