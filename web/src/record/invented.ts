/** The people of `demo/`, who come with the first run. Nobody should take them for somebody, nor write into them by mistake. */
const INVENTED = new Set([
  'dce5aef8-407d-5852-a049-7c48e7086f1f',
  '5fecb7a7-7889-504c-b2ef-bcfef4920e41',
  'f05cd216-d584-5589-9535-9dcc9cdec985',
]);

export function isInvented(patient: string): boolean {
  return INVENTED.has(patient);
}
