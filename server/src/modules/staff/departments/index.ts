export { changeKinds } from './change-kinds.ts';
export { departmentAndBelow, departmentsUpwards } from './departments.ts';
export { routes } from './routes.ts';
export { departmentExport } from './export.ts';
