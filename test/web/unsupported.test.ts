import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { describe, expect, test } from 'vitest';
import { settleAnswer } from '../../src/citations/index.ts';
import { prepareText } from '../../web/src/chat/markdown.ts';
import { markUnsupported, underlineUnsupported } from '../../web/src/chat/unsupported.ts';

function show(answer: string): string {
  const { text, unsupported } = settleAnswer(answer, [{ marker: '1', source_type: 'knowledge', title: 'Gout' }]);
  const prepared = prepareText(markUnsupported(text, unsupported), true);
  return renderToStaticMarkup(createElement(Markdown, { rehypePlugins: [underlineUnsupported] }, prepared.text));
}

describe('a statement that nothing supports', () => {
  test('is underlined, and a mark for it follows', () => {
    const html = show('Gout hurts.[^1] Garlic prevents it in most people. It is old. Beer raises it by 5 %.');
    expect(html).toContain(
      '</a> <span class="unsupported">Garlic prevents it in most people.</span><mark data-flag="0">',
    );
    expect(html).toContain('It is old. <span class="unsupported">Beer raises it by 5 %.</span><mark data-flag="1">');
    expect(html).not.toMatch(/[⁅⁆]/);
  });

  test('keeps its emphasis, its list and its code', () => {
    const html = show(
      '**Garlic prevents it again.** Really.\n\n- **Beer** raises it by `5 %` in men.\n- Nothing else.',
    );
    expect(html).toContain('<strong><span class="unsupported">Garlic prevents it again.</span></strong><mark');
    expect(html).toContain('<li><strong><span class="unsupported">Beer</span></strong>');
    expect(html).toContain('<code><span class="unsupported">5 %</span></code>');
    expect(html.match(/<mark/g)).toHaveLength(2);
  });

  test('is not looked for where the words have changed since, nor found in brackets of the text itself', () => {
    const flag = { start: 0, end: 4, text: 'Gout', kind: 'uncited', why: 'x' } as const;
    expect(markUnsupported('Pain ⁅here⁆', [flag])).toBe('Pain [here]');
  });
});
