/** What was written about somebody, as FHIR. */
import type { Properties, RecordNode } from '../../patient.ts';
import { concept, type Links, refer, statusOf, subject, type Writer } from './fields.ts';

export function writeDocument(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  const text = typeof p.text === 'string' ? p.text : undefined;
  const markup = typeof p.mime === 'string' && p.mime.startsWith('text/html');
  const data = text && Buffer.from(markup ? escapeMarkup(text) : text, 'utf8').toString('base64');
  return {
    resourceType: 'DocumentReference',
    ...statusOf(p),
    type: concept(p),
    subject: subject(links),
    date: p.time,
    author: links.targets(node.uuid, 'PERFORMED_BY').map((target) => refer('Practitioner', target)),
    content: [{ attachment: { contentType: p.mime, data } }],
    context: { encounter: links.targets(node.uuid, 'RECORDED_IN').map((target) => refer('Encounter', target)) },
  };
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
