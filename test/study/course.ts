/** A small course of three chapters, written to a folder, for tests. Its facts are textbook ones in words of our own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../house.ts';

const CHAPTERS: Readonly<Record<string, string>> = {
  '1-glomerulus.md': `# The glomerulus

The glomerulus is a tuft of capillaries in which blood plasma is filtered into Bowman's capsule. The glomerular filtration
rate is the volume of plasma that is filtered each minute. In healthy adults it is about 125 mL/min.

## The filter

Podocytes are cells whose foot processes cover the outside of the capillaries. The mesangium is the tissue that holds the
capillary loops together. Albumin is held back because of its size and its negative charge.
`,
  '2-tubule.md': `# The tubule

The proximal tubule reabsorbs about 65 % of the filtered sodium. The proximal tubule reabsorbs all of the filtered glucose
up to a threshold of about 10 mmol/L. Acetazolamide is an inhibitor of carbonic anhydrase and acts on the proximal tubule.

## The distal nephron

The distal convoluted tubule reabsorbs about 5 % of the filtered sodium. Thiazides are diuretics that block the
sodium-chloride cotransporter of the distal convoluted tubule. Aldosterone is a hormone of the adrenal cortex that makes
the collecting duct retain sodium and lose potassium. Spironolactone is an antagonist of aldosterone.
`,
  '3-loop.md': `# The loop of Henle

The loop of Henle is the part of the nephron that makes the medulla salty. The thin descending limb is permeable to water.
The thick ascending limb reabsorbs about 25 % of the filtered sodium and is impermeable to water.

## Loop diuretics

Furosemide is a loop diuretic that blocks the sodium-potassium-chloride cotransporter of the thick ascending limb.
Bumetanide is a loop diuretic that is about forty times as potent as furosemide. Hypokalaemia is a low concentration of
potassium in the blood, below 3.5 mmol/L. Ototoxicity is damage to the inner ear and a known effect of loop diuretics.
Antidiuretic hormone is a hormone of the pituitary gland that makes the collecting duct permeable to water.
`,
};

export function writeCourse(): string {
  const dir = join(tempDir('course'), 'renal');
  mkdirSync(dir);
  for (const [name, text] of Object.entries(CHAPTERS)) writeFileSync(join(dir, name), text);
  return dir;
}
