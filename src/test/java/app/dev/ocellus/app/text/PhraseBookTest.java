package dev.ocellus.app.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class PhraseBookTest {

    private final PhraseBook portuguese = new PhraseBook(Locale.of("pt", "BR"));

    @Test
    void inEnglishNothingChanges() {
        String said = "There is no image in /data.";
        assertEquals(said, new PhraseBook(Locale.ENGLISH).translate(said));
        assertEquals(said, new PhraseBook(Locale.GERMAN).translate(said));
    }

    @Test
    void theSurestPhraseWins() {
        assertEquals(
                "O número da classe está fora da faixa: os dados têm os números 0 a 2.",
                portuguese.translate("The class id is out of range: the dataset has the ids 0 to 2."));
        assertEquals(
                "época 3/30  perda 1.2  box 0.3  a melhor até agora",
                portuguese.translate("epoch 3/30  loss 1.2  box 0.3  best so far"));
        assertEquals(
                "época 1/5  lote 10/40  perda 1.2000  lr 0.001  640 ms, 12 ms deles esperando",
                portuguese.translate("epoch 1/5  batch 10/40  loss 1.2000  lr 0.001  640 ms, of which 12 ms waiting"));
    }

    @Test
    void phrasesWithinPhrasesAreTranslatedToo() {
        assertEquals(
                "O arquivo não é uma imagem, e sim texto.", portuguese.translate("The file is no image but text."));
        assertEquals(
                "workers=8: vale 2, porque esta máquina tem 2 núcleos.",
                portuguese.translate("workers=8: 2 holds, since this machine has 2 cores."));
        assertEquals(
                "device=auto: vale cpu, porque nenhuma GPU pode ser usada: Driver da CUDA não foi encontrado (libcuda.so.1).",
                portuguese.translate(
                        "device=auto: cpu holds, since no GPU can be used: CUDA driver was not found (libcuda.so.1)."));
    }

    @Test
    void severalSentencesAndSentencesBehindAFileAreTranslatedOneByOne() {
        assertEquals(
                "Chaves sem uso: roboflow. O que está em download nunca é executado.",
                portuguese.translate("Keys that are not used: roboflow. What stands under download is never run."));
        assertEquals(
                "/a/data.yaml:3: Falta a chave \"names\".",
                portuguese.translate("/a/data.yaml:3: The key \"names\" is missing."));
        assertEquals(
                "Você quis dizer sgd? optimizer aceita um destes: sgd, adam.",
                portuguese.translate("Did you mean sgd? optimizer takes one of sgd, adam."));
    }

    @Test
    void wordsThatAreNoPhraseStay() {
        assertEquals("The file sings.", portuguese.translate("The file sings."));
        assertEquals(
                "cuda_graph=auto: vale step, porque x.", portuguese.translate("cuda_graph=auto: step holds, since x."));
        assertEquals("", portuguese.translate(""));
        assertEquals("$1 \\ não existe.", portuguese.translate("$1 \\ is not there."));
    }
}
