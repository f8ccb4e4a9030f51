# A formula for a Homebrew tap. It has never been run: fill in the sum of the sdist, and let
# `brew update-python-resources` write the resources of blessed, pyserial and what they need.
class H89yahtzee < Formula
  include Language::Python::Virtualenv

  desc "Dice game of the Heath/Zenith H89 for real H19s and modern terminals"
  homepage "https://pypi.org/project/h89yahtzee/"
  url "https://files.pythonhosted.org/packages/source/h/h89yahtzee/h89yahtzee-2.0.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "numpy"
  depends_on "python@3.14"

  def install
    virtualenv_install_with_resources
    man5.install_symlink Dir[libexec/"share/man/man5/*"]
    man6.install_symlink Dir[libexec/"share/man/man6/*"]
    man7.install_symlink Dir[libexec/"share/man/man7/*"]
    bash_completion.install Dir["docs/completions/bash/*"]
    fish_completion.install Dir["docs/completions/fish/*"]
    zsh_completion.install Dir["docs/completions/zsh/*"]
  end

  test do
    game = "#{bin}/yahtzee --plain --rules yacht -r42 -d0 =ann:greedy =bea:random </dev/null"
    assert_match "WINS!", shell_output(game)
  end
end
