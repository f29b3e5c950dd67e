/**
 * The people who chat, in a process of their own so that they do not take the server's time. Told how many there are and
 * how much they have to say, it answers with the times of every turn.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  readonly url: string;
  readonly patients: readonly string[];
  /** How many chat at once. */
  readonly chats: number;
  /** How many messages are sent in all. */
  readonly turns: number;
  /** How long each person reads before the next message; 0: none. */
  readonly pauseMs: number;
}

export interface Times {
  /** Milliseconds from the request to the first words; of the turns that had words. */
  readonly first: number[];
  /** Milliseconds from the request to the end of the answer. */
  readonly whole: number[];
  readonly failed: number;
  /** Why, and how often. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Milliseconds from the first request to the last answer. */
  readonly took: number;
}

/** What people say to the health team: of the record, of health in general, facts, and what is not for it. */
const MESSAGES = [
  'Is my cholesterol getting better?',
  'What does eGFR mean?',
  'My blood pressure was 152/94 this morning. Is my HbA1c better?',
  'Which medicines do I take?',
  'I have had a headache since yesterday.',
  'What are the side effects of metformin?',
  'When was my last visit?',
  'I weigh 81.5 kg today',
  'Can you book me a flight to Rome?',
  'How is high blood pressure treated?',
  'Show me my lab results',
  'Am I allergic to anything?',
];

/** After so many turns a person begins a new session. */
const SESSION_TURNS = 6;

if (process.send !== undefined)
  process.on('message', async (load: Load) => {
    process.send!(await run(load));
  });

async function run({ url, patients, chats, turns, pauseMs }: Load): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: chats });
  const times = { first: [] as number[], whole: [] as number[], failed: 0, reasons: {} as Record<string, number> };
  let left = turns;
  const begun = performance.now();
  const chat = async (who: number): Promise<void> => {
    // People who pause do not begin in step.
    if (pauseMs > 0) await sleep((pauseMs * who) / chats);
    for (let turn = 0; left > 0; turn++) {
      left--;
      const session_id = `chat-${process.pid}-${Math.round(begun)}-${who}-${Math.floor(turn / SESSION_TURNS)}`;
      const message = MESSAGES[(who + turn) % MESSAGES.length]!;
      const body = { team: 'health', patient_id: patients[who % patients.length], session_id, message };
      try {
        const { first, whole } = await send(agent, url, JSON.stringify(body));
        times.whole.push(whole);
        if (first !== undefined) times.first.push(first);
      } catch (thrown) {
        const reason = (thrown as Error).message;
        times.failed++;
        times.reasons[reason] = (times.reasons[reason] ?? 0) + 1;
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: chats }, (_, who) => chat(who)));
  const took = performance.now() - begun;
  agent.destroy();
  return { ...times, took };
}

/** One message. The clock begins with the request; the first words are the first `text_delta`. */
function send(agent: Agent, url: string, body: string): Promise<{ first: number | undefined; whole: number }> {
  const begun = performance.now();
  return new Promise((done, fail) => {
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
    const call = request(`${url}/v1/chat`, { method: 'POST', agent, headers }, (response) => {
      let first: number | undefined;
      let tail = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        tail += text;
        if (first === undefined && tail.includes('event: text_delta\n')) first = performance.now() - begun;
        // Only the end is kept: enough to see whether there was an answer.
        const answer = tail.lastIndexOf('event: answer\n');
        tail = tail.slice(answer >= 0 ? answer : -64);
      });
      response.on('error', fail);
      response.on('end', () => {
        const whole = performance.now() - begun;
        if (response.statusCode === 200 && tail.startsWith('event: answer\n') && !tail.includes('"outcome":"error"'))
          done({ first, whole });
        else fail(new Error(`status ${response.statusCode}, ${/"code":"(\w+)"/.exec(tail)?.[1] ?? 'no answer'}`));
      });
    });
    call.on('error', fail);
    call.end(body);
  });
}
