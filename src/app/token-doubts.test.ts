import { expect, onTestFinished, test } from 'vitest';
import { ANALYTICS, writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { openApp } from '../app/index.ts';
import { doubtsAbout } from './token-doubts.ts';

test('an agent, an action or a patient that is not here is said, with what was likely meant', async () => {
  const app = openApp({
    home: tempDir('home'),
    env: { CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_TEAMS: writeTeam(ANALYTICS) },
  });
  onTestFinished(() => app.close());
  const agents = ['AnalyticsAgent:get_progress_insights', 'AnalytcsAgent', 'AnalyticsAgent:get_progress_insight'];
  const doubts = await doubtsAbout(app, { agents, patients: ['nobody'] });
  expect(doubts).toEqual([
    'There is no agent "AnalytcsAgent" here. Did you mean "AnalyticsAgent"? One of a folder that is served with --team is not known here.',
    'AnalyticsAgent has no action "get_progress_insight". Did you mean "get_progress_insights"?',
    'There is no patient "nobody" here.',
  ]);
  expect(await doubtsAbout(app, { agents: null, patients: null })).toEqual([]);
});
