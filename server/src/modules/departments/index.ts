export { departmentAndBelow, departmentTree, departmentsUpwards } from './departments.ts';
export { routes } from './routes.ts';
