/** A rule of style that a query broke and that was put right, or a name that the record does not know. */
export interface Warning {
  rule: 'where_placement' | 'text_search' | 'time_text' | 'unknown_name';
  message: string;
}
