// What is known of an application when it is decided, for rules and models.

export { type Application, readApplications } from './applications.ts';
