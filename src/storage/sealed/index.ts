/**
 * A data folder that is encrypted while it lies on the disk (`CONSILIUM_DATA_KEY`): its seal and what comes of the key, the
 * databases behind the face of Node's, the way there and back. Rooms that keep files of their own ask `sealAbove` for what they
 * lie under. Nothing of the library behind it is loaded for a plain folder.
 */
export { changeFolder, type Direction, plainIn } from './folder.ts';
export {
  bearsMark,
  isSealed,
  placeBelow,
  readDataKey,
  SEALED_MORE,
  type Seal,
  sealAbove,
  sealOf,
  unlockFolder,
} from './seal.ts';
