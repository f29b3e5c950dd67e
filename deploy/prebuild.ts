/** Builds the app's pages for an image, where no compiler is there at the first start. */
import { openWeb } from '../src/server/web.ts';

const files = await openWeb();
process.stdout.write(`${files.size} files built.\n`);
