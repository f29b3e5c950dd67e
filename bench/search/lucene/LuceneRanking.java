import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/**
 * Ranks documents with Lucene's BM25 over its English analyser. Files with a text a line; a document and a query go by
 * the number of their line. Arguments: documents, queries, how many to find, then k1/b pairs. Prints, a line each:
 * "indexed MS", for each pair "setting K1/B", for each query "found NANOSECONDS DOC:SCORE DOC:SCORE ...".
 *
 * With "terms FILE" instead it prints what the analyser makes of each line.
 */
public final class LuceneRanking {
  private static final String FIELD = "contents";

  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    Analyzer analyzer = new EnglishAnalyzer();
    if (args[0].equals("terms")) {
      for (String line : Files.readAllLines(Path.of(args[1]))) out.println(String.join(" ", analyse(analyzer, line)));
    } else {
      try (Directory directory = new ByteBuffersDirectory()) {
        out.println("indexed " + index(directory, analyzer, Path.of(args[0])));
        rank(directory, analyzer, args, out);
      }
    }
    out.flush();
  }

  private static long index(Directory directory, Analyzer analyzer, Path documents) throws IOException {
    long started = System.nanoTime();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer));
        BufferedReader lines = Files.newBufferedReader(documents)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Document document = new Document();
        document.add(new TextField(FIELD, line, Field.Store.NO));
        writer.addDocument(document);
      }
      // One segment: documents keep their order, and nothing is slower than it need be.
      writer.forceMerge(1);
    }
    return (System.nanoTime() - started) / 1_000_000;
  }

  private static void rank(Directory directory, Analyzer analyzer, String[] args, PrintStream out) throws IOException {
    List<String> queries = Files.readAllLines(Path.of(args[1]));
    int top = Integer.parseInt(args[2]);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      for (int at = 3; at < args.length; at++) {
        String[] setting = args[at].split("/");
        searcher.setSimilarity(new BM25Similarity(Float.parseFloat(setting[0]), Float.parseFloat(setting[1])));
        out.println("setting " + args[at]);
        for (String query : queries) searcher.search(toQuery(analyzer, query), top);
        for (String query : queries) {
          long started = System.nanoTime();
          ScoreDoc[] found = searcher.search(toQuery(analyzer, query), top).scoreDocs;
          long took = System.nanoTime() - started;
          StringBuilder line = new StringBuilder("found ").append(took);
          for (ScoreDoc hit : found) line.append(' ').append(hit.doc).append(':').append(hit.score);
          out.println(line);
        }
      }
    }
  }

  /** A bag of words: each term once, as heavy as it was said often. */
  private static Query toQuery(Analyzer analyzer, String text) throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String term : analyse(analyzer, text)) counts.merge(term, 1, Integer::sum);
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    counts.forEach(
        (term, count) ->
            builder.add(new BoostQuery(new TermQuery(new Term(FIELD, term)), count), BooleanClause.Occur.SHOULD));
    return builder.build();
  }

  private static List<String> analyse(Analyzer analyzer, String text) throws IOException {
    List<String> terms = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream(FIELD, text)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) terms.add(term.toString());
      stream.end();
    }
    return terms;
  }
}
