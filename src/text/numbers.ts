/** Numbers in words. What a room counts beside them (a couple, half an hour, jeden) is its own. */
export const UNITS: Readonly<Record<string, number>> = {
  ...{ zero: 0, one: 1, two: 2, three: 3, four: 4 },
  ...{ five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
};

export const TEENS: Readonly<Record<string, number>> = {
  ...{ ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14 },
  ...{ fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19 },
};

export const TENS: Readonly<Record<string, number>> = {
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50 },
  ...{ sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
};

/** Those that are one word. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = { ...UNITS, ...TEENS, ...TENS };
